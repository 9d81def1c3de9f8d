import { bulkOutcomes } from '#domain/worklists.ts'
import { formTypeNames } from '#domain/form/form.ts'
import { importOutcomes, importStatuses, importVerdicts, reopenOutcomes, revertOutcomes } from '#domain/imports/outcomes.ts'
import { notificationCategories, notificationMethods, templateTypes } from '#domain/notification.ts'
import { admissionStatuses, sexes } from '#domain/patient-choices.ts'
import { reportStatuses, reportTypes } from '#domain/exports.ts'
import { roles } from '#domain/roles.ts'
import type { ScreenName } from '#domain/screen-paths.ts'
import { addressFilterNames, isSeveral, worklistFilter, type AddressFilterName, type TakenBy } from '#domain/worklist-filters.ts'
import { longPageSizes } from '#web/ui/page-sizes.ts'

import { listSearch } from './lists/list-search.ts'

/** The search parameters of each list. The router reads this file, so it must not import the code of screens. */
const trueOrFalse = ['true', 'false'] as const

type WorklistFilters = { [Name in AddressFilterName]: TakenBy<Name> extends { kind: 'choices' | 'texts' | 'ids' | 'assignees' } ? [] : '' }
type WorklistChoices = {
  [Name in AddressFilterName as TakenBy<Name> extends { kind: 'choices' | 'flag' } ? Name : never]: TakenBy<Name> extends {
    values: infer Values
  }
    ? Values
    : typeof trueOrFalse
}
const worklistChoices = addressFilterNames.flatMap((name) => {
  const { takes } = worklistFilter(name)
  return takes.kind === 'choices' ? [[name, takes.values]] : takes.kind === 'flag' ? [[name, trueOrFalse]] : []
})

export const worklist = listSearch({
  sizes: longPageSizes,
  sort: '-createdAt',
  sorts: ['createdAt', 'updatedAt', 'submittedAt', 'notifiedAt', 'expiresAt', 'lastName', 'status', 'specialty', 'pathwayId', 'location'],
  // Both are made from the same table as their types.
  filters: Object.fromEntries(addressFilterNames.map((name) => [name, isSeveral(worklistFilter(name).takes) ? [] : ''])) as WorklistFilters,
  choices: Object.fromEntries(worklistChoices) as WorklistChoices,
})

export const patientList = listSearch({
  sort: 'lastName',
  sorts: ['lastName', 'dateOfBirth', 'nhsNumber', 'createdAt'],
  filters: { search: '', sex: [], wardId: [], method: [], admissionStatus: [], hasOpenRequest: '', archived: false },
  choices: {
    sex: sexes,
    method: notificationMethods,
    // An unknown status is stored as an empty list, which a URL cannot request.
    admissionStatus: admissionStatuses.filter((status) => status !== ''),
    hasOpenRequest: trueOrFalse,
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
export const submissionList = listSearch({ sort: '-submittedAt', sorts: ['submittedAt'], filters: {} })
export const versionList = listSearch({ sorts: ['version'], filters: {} })

export const templateList = listSearch({
  sorts: ['category', 'method', 'type', 'description', 'updatedAt'],
  filters: { search: '', category: '', method: '', type: '' },
  choices: { category: notificationCategories, method: notificationMethods, type: templateTypes },
})
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
  choices: { verdict: importVerdicts, outcome: importOutcomes, reverted: revertOutcomes, reopened: reopenOutcomes },
})

export const bulkChangeList = listSearch({ sort: '-createdAt', sorts: ['createdAt'], filters: {} })
export const bulkResultList = listSearch({
  limit: 20,
  sort: 'lastName',
  sorts: ['lastName'],
  filters: { outcome: '', reason: '' },
  choices: { outcome: bulkOutcomes },
})

export const exportList = listSearch({ sort: '-createdAt', sorts: ['createdAt'], filters: {} })
export const reportList = listSearch({
  sort: '-createdAt',
  sorts: ['createdAt', 'month', 'type', 'status'],
  filters: { type: [], status: [] },
  choices: { type: reportTypes, status: reportStatuses },
})
export const organisationList = listSearch({
  sort: 'name',
  sorts: ['name', 'odsCode', 'createdAt', 'totalPatients', 'totalMembers'],
  filters: { search: '' },
})
/** The types of event are checked by web/staff/audit/use-log-search.ts: their list would be a part of the first load. */
export const auditList = listSearch({
  sorts: [],
  filters: { eventType: [], from: '', to: '', memberId: '' },
})

type Given = Record<string, unknown>
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const oneOf = <const Word extends string>(words: readonly Word[], value: unknown) => words.find((word) => word === value)
/** A published version by its number, or the draft. */
const versionOf = (value: unknown) =>
  value === 'draft' ? ('draft' as const) : /^[1-9]\d{0,6}$/.test(String(value)) ? Number(value) : undefined

const organisationTabs = ['details', 'users', 'logo', 'pep', 'settings', 'log'] as const
const memberTabs = ['details', 'wards', 'log'] as const
const patientTabs = ['details', 'scores', 'log'] as const
const formTabs = ['preview', 'information', 'submissions', 'submission', 'analytics', 'versions'] as const

const memberSearch = (search: Given) => ({ ...auditList.read(search), tab: oneOf(memberTabs, search['tab']) })
const organisationSearch = (search: Given) => {
  const tab = oneOf(organisationTabs, search['tab'])
  return tab === 'log' ? { ...auditList.read(search), tab } : { ...memberList.read(search), tab }
}

/** What each screen keeps in its address, read by the router: what makes no sense is left out (NAV-7). */
export const searches = {
  requestsList: (search: Given) => ({ ...worklist.read(search), view: textOf(search['view']) }),
  requestCreate: (search: Given) => ({ patientId: textOf(search['patientId']), formId: textOf(search['formId']) }),
  requestImport: importList.read,
  requestImportDetails: importRowList.read,
  requestBulkList: bulkChangeList.read,
  requestBulkDetails: bulkResultList.read,
  patientList: patientList.read,
  patientDetails: (search: Given) => {
    const tab = oneOf(patientTabs, search['tab'])
    return tab === 'log' ? { ...auditList.read(search), tab } : { ...patientRequestList.read(search), tab }
  },
  usersList: (search: Given) => ({ ...memberList.read(search), tab: oneOf(['users', 'wards'], search['tab']) }),
  userDetails: memberSearch,
  organisationMemberDetails: memberSearch,
  formsList: formList.read,
  formDetails: (search: Given) => ({
    ...(search['tab'] === 'versions' ? versionList.read(search) : submissionList.read(search)),
    tab: oneOf(formTabs, search['tab']),
    version: versionOf(search['version']),
    submission: textOf(search['submission']),
    from: versionOf(search['from']),
    to: versionOf(search['to']),
  }),
  notificationsList: templateList.read,
  notificationTemplateCreate: (search: Given) => ({ from: textOf(search['from']) }),
  outbox: outboxList.read,
  auditLog: auditList.read,
  organisationList: organisationList.read,
  organisationDetails: organisationSearch,
  organisationSettings: organisationSearch,
  reportsList: reportList.read,
  exportsList: exportList.read,
} satisfies { [Name in ScreenName]?: (search: Given) => object }

/** The search parameters of a screen, as its routes, links and hooks have them. */
export type SearchOf<Name extends ScreenName> = Name extends keyof typeof searches ? ReturnType<(typeof searches)[Name]> : {}
export const readSearch = <Name extends ScreenName>(name: Name, search: Given) =>
  ((searches as { [name in ScreenName]?: (search: Given) => object })[name]?.(search) ?? {}) as SearchOf<Name> // the table's entry of that name
