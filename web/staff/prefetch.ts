import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'

import type { Viewer } from '#domain/route-guards.ts'
import { screenPaths, type ScreenName } from '#domain/screen-paths.ts'
import type { ApiError } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

import { responsesQueryOf } from './dashboard/responses-query.ts'
import { storedPageSize } from './lists/stored-page-size.ts'
import { memberPage } from './members/member-page.ts'
import { worklistNumbers, worklistPage } from './requests/worklist-queries.ts'
import * as lists from './searches.ts'
import { memberQuery } from './session.ts'

type List<Query> = {
  sizes?: Parameters<typeof storedPageSize>[1]
  queryOf: (search: object, kept?: ReturnType<typeof storedPageSize>) => Query
}
type Opening = {
  ask: <Answer>(query: FetchQueryOptions<Answer, ApiError, Answer, {}[]>) => void
  /** The page of a list that the address asks for. */
  pageOf: <Query>(list: List<Query>) => Query
  id: string
  /** undefined until the session is known */
  organisationId: string | undefined
  permissions: Viewer['permissions']
}

/**
 * What a screen asks for as soon as it opens, so that its data comes with its code and not after it. These are the queries of the screen itself,
 * and never asked before somebody opens it: the server records who looked at what.
 */
const firstQueries: { [Name in ScreenName]?: (opening: Opening) => void } = {
  dashboard: ({ ask, pageOf }) => {
    ask(q(api.dashboard.read))
    const query = pageOf({ queryOf: (search) => responsesQueryOf(search as lists.SearchOf<'dashboard'>) }) // the router read it
    if (query) ask(q(api.dashboard.responses, { query }))
  },
  requestsList: ({ ask, pageOf }) => {
    const query = pageOf(lists.worklist)
    ask(worklistPage(query))
    ask(worklistNumbers(query))
    ask(q(api.savedViews.list))
  },
  requestDetails: ({ ask, id }) => ask(q(api.requests.get, { params: { id } })),
  requestImport: ({ ask, pageOf }) => ask(q(api.imports.list, { query: pageOf(lists.importList) })),
  // Which rows are shown first depends on the result of the check.
  requestImportDetails: ({ ask, id }) => ask(q(api.imports.get, { query: { id } })),
  requestBulkList: ({ ask, pageOf }) => ask(q(api.bulkChanges.list, { query: pageOf(lists.bulkChangeList) })),
  requestBulkDetails: ({ ask, pageOf, id }) => {
    ask(q(api.bulkChanges.get, { params: { id } }))
    ask(q(api.bulkChanges.results, { params: { id }, query: pageOf(lists.bulkResultList) }))
  },
  patientList: ({ ask, pageOf }) => ask(q(api.patients.list, { query: pageOf(lists.patientList) })),
  patientDetails: ({ ask, id }) => ask(q(api.patients.get, { query: { id } })),
  usersList: ({ ask, pageOf, organisationId }) => organisationId && ask(memberPage(organisationId, pageOf(lists.memberList))),
  formsList: ({ ask, pageOf }) => ask(q(api.forms.list, { query: pageOf(lists.formList) })),
  formDetails: ({ ask, id }) => ask(q(api.forms.get, { params: { id } })),
  notificationsList: ({ ask, pageOf }) => ask(q(api.notificationTemplates.list, { query: pageOf(lists.templateList) })),
  notificationTemplateDetails: ({ ask, id }) => ask(q(api.notificationTemplates.get, { params: { id } })),
  messagesList: ({ ask, pageOf }) => {
    const query = pageOf(lists.messageList)
    ask(q(api.messages.list, { query }))
    ask(q(api.messages.totals, { query: { filters: query.filters, by: 'month' } }))
  },
  outbox: ({ ask, pageOf }) => ask(q(api.outbox.list, { query: pageOf(lists.outboxList) })),
  organisationList: ({ ask, pageOf }) => ask(q(api.organisations.list, { query: pageOf(lists.organisationList) })),
  organisationDetails: ({ ask, id }) => ask(q(api.organisations.get, { params: { id } })),
  reportsList: ({ ask, pageOf }) => ask(q(api.reports.list, { query: pageOf(lists.reportList) })),
  seriesList: ({ ask, pageOf }) => ask(q(api.series.list, { query: pageOf(lists.seriesList) })),
  seriesDetails: ({ ask, id }) => ask(q(api.series.get, { params: { id } })),
  waitingList: ({ ask, pageOf }) => ask(q(api.waitingList.list, { query: pageOf(lists.waitingList) })),
  lettersList: ({ ask, pageOf }) => ask(q(api.letters.list, { query: pageOf(lists.waitingLetterList) })),
  exportsList: ({ ask, pageOf, permissions }) => {
    const query = pageOf(lists.exportList)
    if (permissions.includes('admin::*')) ask(q(api.exports.listEverywhere, { query }))
    else ask(q(api.exports.list, { query }))
  },
}

type Opened = { search: Record<string, unknown>; params: { id?: string } }

/** Requests the data of a screen that is opening. The screen itself retries and shows failures. */
export function prefetch(
  name: ScreenName,
  { queryClient, viewer }: { queryClient: QueryClient; viewer: Viewer },
  { search, params }: Opened,
) {
  const read = lists.readSearch(name, search)
  firstQueries[name]?.({
    ask: (query) => void queryClient.prefetchQuery(query),
    pageOf: (list) => list.queryOf(read, storedPageSize(screenPaths[name], list.sizes)),
    id: params.id ?? '',
    organisationId: queryClient.getQueryData(memberQuery.queryKey)?.organisationId,
    permissions: viewer.permissions,
  })
}
