import { useRouterState } from '@tanstack/react-router'

import type { requests } from '#contract/requests.ts'
import type { Request } from '#contract/route.ts'
import { notificationMethods, type NotificationMethod } from '#domain/notification.ts'
import { requestStatuses, type RequestStatus } from '#domain/request-status.ts'
import { useListSearch } from '#web/staff/lists/list-search.ts'
import { fromSort, writeListState, type FilterValue } from '#web/staff/lists/list-state.ts'
import { pathTo } from '#web/staff/paths.ts'
import { longPageSizes } from '#web/ui/Pagination.tsx'

type Query = NonNullable<Request<typeof requests.list>['query']>

const defaults = {
  sizes: longPageSizes,
  sort: '-createdAt',
  sorts: ['createdAt', 'updatedAt', 'submittedAt', 'notifiedAt', 'expiresAt', 'lastName', 'status', 'specialty', 'pathwayId', 'location'],
  filters: {
    search: '',
    status: [] as RequestStatus[],
    specialty: [] as string[],
    formId: [] as string[],
    assignee: [] as string[],
    method: [] as NotificationMethod[],
    location: [] as string[],
    event: [] as string[],
    patientId: '',
    importJobId: '',
    createdFrom: '',
    createdTo: '',
    submittedFrom: '',
    submittedTo: '',
    urgent: '',
    redFlag: '',
    notReached: '',
  },
  choices: {
    status: requestStatuses,
    method: notificationMethods,
    urgent: ['true', 'false'],
    redFlag: ['true', 'false'],
    notReached: ['true', 'false'],
  },
} as const

type Changes = { [K in keyof typeof defaults.filters]?: FilterValue }

/** The worklist as its address tells it. */
export function useWorklist() {
  const list = useListSearch(defaults)
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> })
  const { limit, sort, filters } = list
  const view = typeof search['view'] === 'string' ? search['view'] : undefined
  return {
    ...list,
    /** The saved view that is shown, or was before something was changed. */
    view,
    /** Whether the address asks for anything. */
    isAsked: Object.keys(search).length > 0,
    query: list.query as Query, // `sorts` and `choices` above say in words what the contract says in types
    /** The address of the same list with some filters changed. */
    hrefWith: (changes: Changes) =>
      pathTo(
        'requestsList',
        {},
        {
          ...(view && { view }),
          ...writeListState({ page: 1, limit, sort: sort && fromSort(sort), filters: { ...filters, ...changes } }, defaults),
        },
      ),
  }
}
export type Worklist = ReturnType<typeof useWorklist>
