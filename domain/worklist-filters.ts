import { methodLabel, notificationMethods } from './notification.ts'
import { messageReasonLabel } from './message-reasons.ts'
import { requestStatuses, requestStatusLabel } from './request-status.ts'
import { unreachedReasons } from './unreached.ts'

/** One or several of these values. `labelOf` gives the label of a value. */
type Choices = { kind: 'choices'; values: readonly [string, ...string[]]; labelOf: (value: never) => string }
/** One of these values. */
type Choice = { kind: 'choice'; values: readonly [string, ...string[]]; labelOf: (value: never) => string }
type Texts = { kind: 'texts'; maxLength: number }
type Ids = { kind: 'ids' }
/** Ids, and 'none' for requests without one. */
type IdsOrNone = { kind: 'ids or none' }
/** Ids of members, 'me' and 'none'. */
type Assignees = { kind: 'assignees' }
/** Answers to questions with one choice (domain/form/chosen-answers.ts). Those to the same question are alternatives. */
type AnswerKeys = { kind: 'answers' }
type Flag = { kind: 'flag' }
/** A whole day in the United Kingdom: the first one shown, or the last. */
type Day = { kind: 'day'; end: 'from' | 'to' }
type OneId = { kind: 'id' }
/** Text searched for in names and numbers. */
type Search = { kind: 'search'; maxLength: number }

/** The stored counts of requests by value: fold_request_changes() in database/migrations/0071-fold-by-pairs.sql. */
type StoredCount = '' | 'specialty' | 'form' | 'assignee' | 'method' | 'location' | 'event' | 'urgent' | 'outcome' | 'in_ward'
/** The stored counts of requests that one filter alone matches: the same procedure. */
type StoredFilter = 'specialty' | 'form' | 'assignee' | 'method' | 'location' | 'urgent' | 'unreached' | 'outcome' | 'ward'

/** Columns of form_requests that a filter can compare. */
type Column =
  | 'id'
  | 'status'
  | 'specialty'
  | 'form_id'
  | 'assignee_id'
  | 'notification_method'
  | 'location'
  | 'event'
  | 'outcome_id'
  | 'ward_id'
  | 'pathway_id'
  | 'patient_id'
  | 'import_job_id'
  | 'created_at'
  | 'completed_at'
  | 'is_urgent'
  | 'is_unreached'
  | 'unreached_reason'

type Condition = {
  /** 'custom': server/worklist/request-filters.sql.ts must have a condition under the filter's name. */
  column: Column | 'custom'
  /** The stored counts for this filter alone besides the status; null: the requests are counted for each call. */
  storedFilter: StoredFilter | null
}
/** The text of a chip above the list: `text` is the label of the value. */
type Chip = (text: string, value: string) => string
/**
 * The number of requests for each value: stored, or counted for each call ('live': slow on a long list). `liveWith`: counted, and offered in the
 * filter bar, only while that flag leaves few requests.
 */
type Counts = { stored: StoredCount } | 'live' | { liveWith: 'notReached' }

/** Has a menu in the filter bar, under its label. A menu of texts or ids offers what was counted, so it must have counts. */
type InTheBar = Condition & { label: string; chip: Chip } & (
    | { takes: Choices | Flag; counts: Counts | null }
    | { takes: Day | AnswerKeys | Choice; counts: null }
    | { takes: Texts | Ids | IdsOrNone | Assignees; counts: Counts; column: Column }
  )
/** Set by links of other screens, without a menu. */
type ByLink = Condition & { takes: Exclude<Takes, Search>; label: null; chip: Chip; counts: null }
/** Set by the search field, or by calls alone. */
type WithoutChip = Condition & { takes: Search | Ids; label: null; chip: null; counts: null }
type Takes = Choices | Choice | Texts | Ids | IdsOrNone | Assignees | AnswerKeys | Flag | Day | OneId | Search
export type WorklistFilter = InTheBar | ByLink | WithoutChip

const value: Chip = (text) => text

/** Whole weeks after which a waiting list is checked, and checked again. A number of weeks and no date, so that a saved view stays true. */
export const waitedAtLeast = ['12', '26', '52'] as const
export const waitedLabel = (weeks: string) => `At least ${weeks} weeks`

/**
 * The filters of the worklist (REQ-1). One entry makes a filter: the schema of the call, its condition, its counts, its menu, its chip and its place in the
 * address of the list all come from here, in this order.
 */
export const worklistFilters = {
  status: {
    takes: { kind: 'choices', values: requestStatuses, labelOf: requestStatusLabel },
    column: 'status',
    label: 'Status',
    chip: value,
    counts: { stored: '' },
    storedFilter: null,
  },
  specialty: {
    takes: { kind: 'texts', maxLength: 10 },
    column: 'specialty',
    label: 'Specialty',
    chip: value,
    counts: { stored: 'specialty' },
    storedFilter: 'specialty',
  },
  formId: {
    takes: { kind: 'ids' },
    column: 'form_id',
    label: 'Form',
    chip: value,
    counts: { stored: 'form' },
    storedFilter: 'form',
  },
  /** Offered while the list has one form, whose questions and answers are known. */
  answer: {
    takes: { kind: 'answers' },
    column: 'custom',
    label: 'Answers',
    chip: value,
    counts: null,
    storedFilter: null,
  },
  assignee: {
    takes: { kind: 'assignees' },
    column: 'assignee_id',
    label: 'Assignee',
    chip: (text, id) => (id === 'me' ? 'Assigned to me' : text),
    counts: { stored: 'assignee' },
    storedFilter: 'assignee',
  },
  method: {
    takes: { kind: 'choices', values: notificationMethods, labelOf: methodLabel },
    column: 'notification_method',
    label: 'Sent by',
    chip: (text) => `Sent by ${text}`,
    counts: { stored: 'method' },
    storedFilter: 'method',
  },
  location: {
    takes: { kind: 'texts', maxLength: 200 },
    column: 'location',
    label: 'Location',
    chip: value,
    counts: { stored: 'location' },
    storedFilter: 'location',
  },
  event: {
    takes: { kind: 'texts', maxLength: 200 },
    column: 'event',
    label: 'Event',
    chip: value,
    counts: { stored: 'event' },
    storedFilter: null,
  },
  outcome: {
    takes: { kind: 'ids or none' },
    column: 'outcome_id',
    label: 'Outcome',
    chip: value,
    counts: { stored: 'outcome' },
    storedFilter: 'outcome',
  },
  /** The ward of the patient. The menu is offered where form requests have a ward. */
  wardId: {
    takes: { kind: 'ids or none' },
    column: 'ward_id',
    label: 'Ward',
    chip: value,
    counts: { stored: 'in_ward' },
    storedFilter: 'ward',
  },
  /** Form requests of waiting-list forms whose patients have waited so long today. */
  waited: {
    takes: { kind: 'choice', values: waitedAtLeast, labelOf: waitedLabel },
    column: 'custom',
    label: 'Waited',
    chip: (_, weeks) => `Waited at least ${weeks} weeks`,
    counts: null,
    storedFilter: null,
  },
  createdFrom: {
    takes: { kind: 'day', end: 'from' },
    column: 'created_at',
    label: 'Created',
    chip: (day) => `Created from ${day}`,
    counts: null,
    storedFilter: null,
  },
  createdTo: {
    takes: { kind: 'day', end: 'to' },
    column: 'created_at',
    label: 'Created',
    chip: (day) => `Created to ${day}`,
    counts: null,
    storedFilter: null,
  },
  submittedFrom: {
    takes: { kind: 'day', end: 'from' },
    column: 'completed_at',
    label: 'Submitted',
    chip: (day) => `Submitted from ${day}`,
    counts: null,
    storedFilter: null,
  },
  submittedTo: {
    takes: { kind: 'day', end: 'to' },
    column: 'completed_at',
    label: 'Submitted',
    chip: (day) => `Submitted to ${day}`,
    counts: null,
    storedFilter: null,
  },
  urgent: {
    takes: { kind: 'flag' },
    column: 'is_urgent',
    label: 'Urgent',
    chip: (_, flag) => (flag === 'true' ? 'Urgent' : 'Not urgent'),
    counts: { stored: 'urgent' },
    storedFilter: 'urgent',
  },
  redFlag: {
    takes: { kind: 'flag' },
    column: 'custom',
    label: 'Red flag',
    chip: (_, flag) => (flag === 'true' ? 'Red flag' : 'No red flag'),
    counts: null,
    storedFilter: null,
  },
  /** The last message was not delivered. */
  notReached: {
    takes: { kind: 'flag' },
    column: 'is_unreached',
    label: 'Not reached',
    chip: (_, flag) => (flag === 'true' ? 'Not reached' : 'Reached'),
    counts: null,
    storedFilter: 'unreached',
  },
  /** Why the last message did not reach the patient. */
  unreachedReason: {
    takes: { kind: 'choices', values: unreachedReasons, labelOf: messageReasonLabel },
    column: 'unreached_reason',
    label: 'Reason',
    chip: value,
    counts: { liveWith: 'notReached' },
    storedFilter: null,
  },
  patientId: { takes: { kind: 'id' }, column: 'patient_id', label: null, chip: () => 'One patient', counts: null, storedFilter: null },
  importJobId: { takes: { kind: 'id' }, column: 'import_job_id', label: null, chip: () => 'One import', counts: null, storedFilter: null },
  /** An open list asks with it which of the changed requests still belong to it. */
  id: { takes: { kind: 'ids' }, column: 'id', label: null, chip: null, counts: null, storedFilter: null },
  search: {
    takes: { kind: 'search', maxLength: 200 },
    column: 'custom',
    label: null,
    chip: null,
    counts: null,
    storedFilter: null,
  },
} as const satisfies Record<string, WorklistFilter>

type Table = typeof worklistFilters
export type WorklistFilterName = keyof Table
export type TakenBy<Name extends WorklistFilterName> = Table[Name]['takes']

/** The names of the filters whose entry has these properties. */
type NamesWhere<Part> = { [Name in WorklistFilterName]: Table[Name] extends Part ? Name : never }[WorklistFilterName]
export type CustomFilterName = NamesWhere<{ column: 'custom' }>
export type CountedFilterName = NamesWhere<{ counts: Counts }>
/** Filters counted by ids, whose labels must be looked up. */
export type CountedIdName = NamesWhere<{ counts: Counts; takes: Ids | IdsOrNone | Assignees }>
export type FlagFilterName = NamesWhere<{ takes: Flag }>
export type DayFilterName = NamesWhere<{ takes: Day }>
/** Filters with a menu of which one value is chosen. */
export type ChoiceFilterName = NamesWhere<{ takes: Choice }>
/** Filters with a menu of several values. */
export type MenuFilterName = NamesWhere<{ label: string; takes: Choices | Texts | Ids | IdsOrNone | Assignees }>
/** Filters that are kept in the address of the list. */
export type AddressFilterName = NamesWhere<{ chip: Chip }> | NamesWhere<{ takes: Search }>

export const worklistFilterNames = Object.keys(worklistFilters) as WorklistFilterName[] // exactly the keys of the table
const entryOf = (name: WorklistFilterName): WorklistFilter => worklistFilters[name]
const namesWhere = <Name extends WorklistFilterName>(isWanted: (entry: WorklistFilter) => boolean) =>
  worklistFilterNames.filter((name): name is Name => isWanted(entryOf(name)))

export const countedFilterNames = namesWhere<CountedFilterName>(({ counts }) => counts !== null)
export const flagFilterNames = namesWhere<FlagFilterName>(({ takes }) => takes.kind === 'flag')
export const dayFilterNames = namesWhere<DayFilterName>(({ takes }) => takes.kind === 'day')
export const choiceFilterNames = namesWhere<ChoiceFilterName>(({ takes }) => takes.kind === 'choice')
export const isSeveral = ({ kind }: WorklistFilter['takes']) =>
  kind === 'choices' || kind === 'texts' || kind === 'ids' || kind === 'ids or none' || kind === 'assignees' || kind === 'answers'
export const menuFilterNames = namesWhere<MenuFilterName>(
  ({ label, takes }) => label !== null && isSeveral(takes) && takes.kind !== 'answers',
)
export const addressFilterNames = namesWhere<AddressFilterName>(({ chip, takes }) => chip !== null || takes.kind === 'search')
export const worklistFilter = entryOf

/** Whether the values of a filter are counted and offered while these flags are set. */
export function isOffered(name: WorklistFilterName, flags: { notReached?: boolean | undefined }) {
  const { counts } = entryOf(name)
  return counts === null || counts === 'live' || 'stored' in counts || flags[counts.liveWith] === true
}
