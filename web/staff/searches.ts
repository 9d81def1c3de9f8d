import { timelineKinds } from '#domain/patient-timeline.ts'
import { periodNames } from '#domain/dashboard-periods.ts'
import { isIsoDate } from '#domain/dates.ts'
import { bulkOutcomes } from '#domain/worklists.ts'
import { formTypeNames } from '#domain/form/form.ts'
import { importOutcomes, importStatuses, importVerdicts, reopenOutcomes, revertOutcomes } from '#domain/imports/outcomes.ts'
import { messageReasonCodes } from '#domain/message-reasons.ts'
import { messageMethods, notificationCategories, notificationMethods, notificationStatuses, templateTypes } from '#domain/notification.ts'
import { admissionStatuses, sexes } from '#domain/patient-choices.ts'
import { reportStatuses, reportTypes } from '#domain/exports.ts'
import { roles } from '#domain/roles.ts'
import { seriesStates } from '#domain/series-states.ts'
import type { ScreenName } from '#domain/screen-paths.ts'
import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import {
  addressFilterNames,
  isSeveral,
  waitedAtLeast,
  worklistFilter,
  type AddressFilterName,
  type TakenBy,
} from '#domain/worklist-filters.ts'
import { longPageSizes } from '#web/ui/page-sizes.ts'

import { listSearch } from './lists/list-search.ts'

/** The search parameters of each list. The router reads this file, so it must not import the code of screens. */
const trueOrFalse = ['true', 'false'] as const

type WorklistFilters = {
  [Name in AddressFilterName]: TakenBy<Name> extends { kind: 'choices' | 'texts' | 'ids' | 'ids or none' | 'assignees' | 'answers' }
    ? []
    : ''
}
type WorklistChoices = {
  [Name in AddressFilterName as TakenBy<Name> extends { kind: 'choices' | 'choice' | 'flag' } ? Name : never]: TakenBy<Name> extends {
    values: infer Values
  }
    ? Values
    : typeof trueOrFalse
}
const worklistChoices = addressFilterNames.flatMap((name) => {
  const { takes } = worklistFilter(name)
  return 'values' in takes ? [[name, takes.values]] : takes.kind === 'flag' ? [[name, trueOrFalse]] : []
})

export const worklist = listSearch({
  sizes: longPageSizes,
  sort: '-createdAt',
  sorts: [
    'createdAt',
    'updatedAt',
    'submittedAt',
    'notifiedAt',
    'expiresAt',
    'lastName',
    'status',
    'specialty',
    'pathwayId',
    'location',
    'unreachedAt',
    'urgent',
  ],
  // Both are made from the same table as their types.
  filters: Object.fromEntries(addressFilterNames.map((name) => [name, isSeveral(worklistFilter(name).takes) ? [] : ''])) as WorklistFilters,
  choices: Object.fromEntries(worklistChoices) as WorklistChoices,
})

export const patientList = listSearch({
  sort: 'lastName',
  sorts: ['lastName', 'dateOfBirth', 'nhsNumber', 'createdAt'],
  filters: {
    search: '',
    sex: [],
    wardId: [],
    method: [],
    admissionStatus: [],
    hasOpenRequest: '',
    deceased: '',
    optedOut: '',
    archived: false,
  },
  choices: {
    sex: sexes,
    method: notificationMethods,
    // An unknown status is stored as an empty list, which a URL cannot request.
    admissionStatus: admissionStatuses.filter((status) => status !== ''),
    hasOpenRequest: trueOrFalse,
    deceased: trueOrFalse,
    optedOut: trueOrFalse,
  },
})
export const patientRequestList = listSearch({
  sort: '-createdAt',
  sorts: ['status', 'specialty', 'createdAt', 'submittedAt'],
  filters: {},
})

export const memberList = listSearch({
  sort: 'lastName',
  sorts: ['lastName', 'emailAddress', 'role', 'lastLoginAt', 'createdAt'],
  filters: { search: '', role: [], clinician: false, removed: false },
  choices: { role: roles },
})

export const formList = listSearch({
  sort: '-updatedAt',
  sorts: ['title', 'updatedAt', 'version'],
  filters: { search: '', type: [], published: '', archived: false },
  choices: { type: formTypeNames, published: trueOrFalse },
})
export const libraryList = listSearch({ sort: 'name', sorts: ['name', 'updatedAt'], filters: { search: '' } })
export const submissionList = listSearch({ sort: '-submittedAt', sorts: ['submittedAt'], filters: {} })
export const versionList = listSearch({ sorts: ['version'], filters: {} })

export const templateList = listSearch({
  sorts: ['category', 'method', 'type', 'description', 'updatedAt'],
  filters: { search: '', category: '', method: '', type: '' },
  choices: { category: notificationCategories, method: notificationMethods, type: templateTypes },
})
export const messageList = listSearch({
  sizes: longPageSizes,
  sort: '-createdAt',
  sorts: ['createdAt'],
  filters: { method: [], status: [], reason: [], category: [], formId: [], from: '', to: '' },
  choices: { method: messageMethods, status: notificationStatuses, reason: messageReasonCodes, category: notificationCategories },
})
export const templateVersionList = listSearch({ sort: '-version', sorts: ['version'], filters: {} })
export const templateMessageList = listSearch({ sort: '-createdAt', sorts: ['createdAt'], filters: {} })
export const outboxList = listSearch({
  sorts: ['createdAt'],
  filters: { search: '', method: '' },
  choices: { method: notificationMethods },
})

export const importList = listSearch({
  sort: '-createdAt',
  sorts: ['createdAt'],
  filters: { status: '' },
  choices: { status: importStatuses },
})
export const importRowList = listSearch({
  limit: 20,
  sort: 'rowNumber',
  sorts: ['rowNumber'],
  filters: { verdict: '', problem: '', outcome: '', reverted: '', reopened: '', text: '' },
  /** Without a verdict, the rows that need a person are shown first. */
  choices: { verdict: ['all', ...importVerdicts], outcome: importOutcomes, reverted: revertOutcomes, reopened: reopenOutcomes },
})

export const bulkChangeList = listSearch({ sort: '-createdAt', sorts: ['createdAt'], filters: {} })
export const bulkResultList = listSearch({
  limit: 20,
  sort: 'lastName',
  sorts: ['lastName'],
  filters: { outcome: '', reason: '' },
  choices: { outcome: bulkOutcomes },
})

export const seriesList = listSearch({
  sort: 'name',
  sorts: ['name', 'createdAt'],
  filters: { search: '', state: ['active', 'paused'] },
  choices: { state: seriesStates },
})
export const enrolmentList = listSearch({
  limit: 20,
  sort: 'lastName',
  sorts: ['lastName', 'startsOn'],
  filters: { search: '', state: [] },
  choices: { state: seriesStates },
})
export const occasionList = listSearch({ limit: 20, sort: 'day', sorts: ['day'], filters: {} })
export const waitingList = listSearch({
  sizes: longPageSizes,
  sort: 'openedAt',
  sorts: ['openedAt'],
  filters: { queue: '', specialty: [], formId: [], waited: '' },
  choices: { queue: waitingListQueues, waited: waitedAtLeast },
})
export const waitingLetterList = listSearch({ sort: 'createdAt', sorts: ['createdAt'], filters: {} })
export const letterBatchList = listSearch({ sort: '-createdAt', sorts: ['createdAt'], filters: {} })
export const exportList = listSearch({ sort: '-createdAt', sorts: ['createdAt'], filters: {} })
export const reportList = listSearch({
  sort: '-createdAt',
  sorts: ['createdAt', 'month', 'type', 'status'],
  filters: { type: [], status: [] },
  choices: { type: reportTypes, status: reportStatuses },
})
export const reportScheduleList = listSearch({ sort: '-createdAt', sorts: ['createdAt'], filters: {} })
export const organisationList = listSearch({
  sort: 'name',
  sorts: ['name', 'odsCode', 'createdAt', 'totalPatients', 'totalMembers'],
  filters: { search: '' },
})
/** The types of event are checked by web/staff/audit/use-log-search.ts: their list would be a part of the first load. */
export const auditList = listSearch({
  sorts: [],
  filters: { eventType: [], from: '', to: '', memberId: '', automaticReads: false },
})

type Given = Record<string, unknown>
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const oneOf = <const Word extends string>(words: readonly Word[], value: unknown) => words.find((word) => word === value)
/** A published version by its number, or the draft. */
const versionOf = (value: unknown) =>
  value === 'draft' ? ('draft' as const) : /^[1-9]\d{0,6}$/.test(String(value)) ? Number(value) : undefined

const dayOf = (value: unknown) => (typeof value === 'string' && isIsoDate(value) ? value : undefined)
const idOf = (value: unknown) => (typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) ? value : undefined)

/** A language of a form's translations, and which of its texts are listed. */
const translationPlace = (search: Given) => ({ language: textOf(search['language']), show: oneOf(translationFilters, search['show']) })

const seriesTabs = ['coming', 'patients', 'attention'] as const
const reportTabs = ['reports', 'monthly'] as const
const letterTabs = ['waiting', 'batches'] as const
const organisationTabs = [
  'details',
  'users',
  'logo',
  'pep',
  'settings',
  'outcomes',
  'providers',
  'nhsApp',
  'clients',
  'webhooks',
  'records',
  'log',
] as const
const memberTabs = ['details', 'wards', 'log'] as const
const patientTabs = ['overview', 'details', 'forms', 'scores', 'series', 'log', 'duplicates', 'record'] as const
const templateTabs = ['text', 'languages', 'history', 'messages'] as const
const formTabs = ['preview', 'information', 'submissions', 'submission', 'analytics', 'versions', 'translations'] as const
/** Which texts of a form a list of translations shows. */
export const translationFilters = ['all', 'missing', 'outdated'] as const

const memberSearch = (search: Given) => ({ ...auditList.read(search), tab: oneOf(memberTabs, search['tab']) })
const organisationSearch = (search: Given) => {
  const tab = oneOf(organisationTabs, search['tab'])
  return tab === 'log' ? { ...auditList.read(search), tab } : { ...memberList.read(search), tab }
}

/** What each screen keeps in its address, read by the router: what makes no sense is left out (NAV-7). */
export const searches = {
  dashboard: (search: Given) => ({
    period: oneOf(periodNames, search['period']),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
    formId: idOf(search['formId']),
    specialty: typeof search['specialty'] === 'string' && /^\w{1,10}$/.test(search['specialty']) ? search['specialty'] : undefined,
    wardId: idOf(search['wardId']),
  }),
  /** `open`: the form request that is read beside the list. */
  requestsList: (search: Given) => ({ ...worklist.read(search), view: textOf(search['view']), open: idOf(search['open']) }),
  requestCreate: (search: Given) => ({ patientId: textOf(search['patientId']), formId: textOf(search['formId']) }),
  help: (search: Given) => ({ topic: textOf(search['topic']) }),
  requestImport: importList.read,
  requestImportDetails: importRowList.read,
  requestBulkList: bulkChangeList.read,
  requestBulkDetails: bulkResultList.read,
  patientList: patientList.read,
  patientDetails: (search: Given) => {
    const tab = oneOf(patientTabs, search['tab'])
    if (tab === 'log') return { ...auditList.read(search), tab }
    return { ...patientRequestList.read(search), tab, show: oneOf(timelineKinds, search['show']) }
  },
  usersList: (search: Given) => ({ ...memberList.read(search), tab: oneOf(['users', 'wards'], search['tab']) }),
  userDetails: memberSearch,
  organisationMemberDetails: memberSearch,
  formsList: formList.read,
  formLibrary: libraryList.read,
  formDetails: (search: Given) => ({
    ...(search['tab'] === 'versions' ? versionList.read(search) : submissionList.read(search)),
    tab: oneOf(formTabs, search['tab']),
    version: versionOf(search['version']),
    submission: textOf(search['submission']),
    from: versionOf(search['from']),
    to: versionOf(search['to']),
    ...translationPlace(search),
  }),
  formManage: (search: Given) => ({ tab: oneOf(['translations'], search['tab']), ...translationPlace(search) }),
  notificationsList: templateList.read,
  notificationTemplateDetails: (search: Given) => {
    const tab = oneOf(templateTabs, search['tab'])
    const version = versionOf(search['version'])
    return {
      ...(tab === 'messages' ? templateMessageList.read(search) : templateVersionList.read(search)),
      tab,
      version: version === 'draft' ? undefined : version,
    }
  },
  notificationTemplateCreate: (search: Given) => ({ from: textOf(search['from']) }),
  messagesList: messageList.read,
  outbox: outboxList.read,
  auditLog: auditList.read,
  organisationList: organisationList.read,
  organisationDetails: organisationSearch,
  organisationSettings: organisationSearch,
  reportsList: (search: Given) => {
    const tab = oneOf(reportTabs, search['tab'])
    return tab === 'monthly' ? { ...reportScheduleList.read(search), tab } : { ...reportList.read(search), tab }
  },
  seriesList: seriesList.read,
  seriesDetails: (search: Given) => {
    const tab = oneOf(seriesTabs, search['tab'])
    const shown = { tab, day: dayOf(search['day']) }
    return tab === 'patients' ? { ...enrolmentList.read(search), ...shown } : { ...occasionList.read(search), ...shown }
  },
  waitingList: waitingList.read,
  lettersList: (search: Given) => {
    const tab = oneOf(letterTabs, search['tab'])
    return tab === 'batches' ? { ...letterBatchList.read(search), tab } : { ...waitingLetterList.read(search), tab }
  },
  exportsList: exportList.read,
} satisfies { [Name in ScreenName]?: (search: Given) => object }

/** The search parameters of a screen, as its routes, links and hooks have them. */
export type SearchOf<Name extends ScreenName> = Name extends keyof typeof searches ? ReturnType<(typeof searches)[Name]> : {}
export const readSearch = <Name extends ScreenName>(name: Name, search: Given) =>
  ((searches as { [name in ScreenName]?: (search: Given) => object })[name]?.(search) ?? {}) as SearchOf<Name> // the table's entry of that name
