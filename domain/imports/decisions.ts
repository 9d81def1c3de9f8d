import { type NotificationMethod, notificationMethods } from '#domain/notification.ts'

/** The kinds of warning of a row and the choices for it (IMP-3, IMP-7, PAT-4). */
export const warningKinds = [
  'repeated',
  'already_open',
  'possible_match',
  'identity',
  'differs',
  'day_number',
  'hidden',
  'merged',
  'note',
] as const
export type WarningKind = (typeof warningKinds)[number]

/** `replace` closes the open request and sends this one instead. */
export const rowChoices = ['skip', 'replace', 'send'] as const
export type RowChoice = (typeof rowChoices)[number]
export type ImportChoices = Record<WarningKind, RowChoice>

export const choicesFor: Record<WarningKind, readonly RowChoice[]> = {
  repeated: ['skip', 'send'],
  already_open: ['skip', 'replace', 'send'],
  possible_match: ['skip', 'send'],
  identity: ['skip', 'send'],
  differs: ['skip', 'send'],
  day_number: ['skip', 'send'],
  hidden: ['skip', 'send'],
  merged: ['skip', 'send'],
  note: ['skip', 'send'],
}

/** Rows that could reach the wrong person, or the same person twice, are skipped by default. */
export const defaultChoices: ImportChoices = {
  repeated: 'skip',
  already_open: 'skip',
  possible_match: 'skip',
  identity: 'skip',
  differs: 'send',
  day_number: 'skip',
  hidden: 'skip',
  merged: 'skip',
  note: 'skip',
}

const kinds: Record<string, WarningKind | undefined> = {
  repeated: 'repeated',
  already_open: 'already_open',
  matched_by_details: 'possible_match',
  differs: 'differs',
  contradicts: 'identity',
  day_number: 'day_number',
  hidden: 'hidden',
  merged: 'merged',
  note: 'note',
} satisfies Record<string, WarningKind>

const identityColumns = ['firstName', 'lastName', 'dateOfBirth']

/** A different name or date of birth is an identity conflict; other differences concern contact details only. */
const kindOf = ({ column, code }: { column: string; code: string }) =>
  code === 'differs' && identityColumns.includes(column) ? 'identity' : kinds[code]

/** The kinds of warning among a row's problems, each once, in a fixed order. */
export function kindsOf(problems: readonly { column: string; code: string }[]): WarningKind[] {
  const there = new Set(problems.map(kindOf))
  return warningKinds.filter((kind) => there.has(kind))
}

const foundLater = new Set(['taken', 'opened_since', 'answered_since'])

/** Whether rows with this code have a warning or an error. */
export const verdictOf = (code: string) => (kinds[code] || foundLater.has(code) ? 'warning' : 'error')

/** The choice for a single row, and the kinds of warning the row had at the time. */
type OwnChoice = { choice: RowChoice | null; known: readonly WarningKind[] }

/**
 * The outcome for a row. The row's own choice outranks the choice for the file, except for warnings found after it was made. If any choice
 * is skip, the row is skipped.
 */
export function decide(present: readonly WarningKind[], choices: ImportChoices, { choice, known }: OwnChoice): RowChoice {
  const wanted = new Set(present.map((kind) => (choice && known.includes(kind) ? choice : choices[kind])))
  return wanted.has('skip') ? 'skip' : wanted.has('replace') ? 'replace' : 'send'
}

/** Whether the kinds of warning of a row allow the choice. */
export const mayChoose = (present: readonly WarningKind[], choice: RowChoice) =>
  present.length > 0 && (choice !== 'replace' || present.includes('already_open'))

/**
 * Counts of rows by kinds of warning, own choice and method: 'already_open+differs send sms'. The number of groups does not grow with the
 * file.
 */
export type Groups = Record<string, number>
export const groupOf = (present: readonly WarningKind[], choice: RowChoice | null, method: NotificationMethod) =>
  `${present.join('+')} ${choice ?? ''} ${method}`

function readGroup(group: string) {
  const [names = '', choice = '', method = ''] = group.split(' ')
  return {
    present: warningKinds.filter((kind) => names.split('+').includes(kind)),
    choice: rowChoices.find((one) => one === choice) ?? null,
    method: notificationMethods.find((one) => one === method),
  }
}

export type ImportPlan = Record<RowChoice, number>

/** What completing the import would do, calculated from the groups. */
export function planOf(newRows: number, groups: Groups, choices: ImportChoices): ImportPlan {
  const plan: ImportPlan = { send: newRows, skip: 0, replace: 0 }
  for (const [group, rows] of Object.entries(groups)) {
    const { present, choice } = readGroup(group)
    plan[decide(present, choices, { choice, known: present })] += rows
  }
  return plan
}

export type RowsByMethod = Record<NotificationMethod, number>

/** The number of rows that completing the import would send, by method. */
export function methodsOf(newRows: Readonly<Partial<RowsByMethod>>, groups: Groups, choices: ImportChoices): RowsByMethod {
  const rows: RowsByMethod = { sms: 0, email: 0, nhs_app: 0, ...newRows }
  for (const [group, count] of Object.entries(groups)) {
    const { present, choice, method } = readGroup(group)
    if (method && decide(present, choices, { choice, known: present }) !== 'skip') rows[method] += count
  }
  return rows
}

/** Errors that mean that the patient cannot, or must not, be contacted. */
export const unreachableCodes: readonly string[] = [
  'needed_for_method',
  'not_on_record',
  'not_carried',
  'not_to_be_contacted',
  'deceased',
  'opted_out',
]

/** How many rows have each kind of warning; a row may have several. */
export function rowsOfKinds(groups: Groups): Record<WarningKind, number> {
  const rows = Object.fromEntries(warningKinds.map((kind) => [kind, 0])) as Record<WarningKind, number> // has every kind
  for (const [group, count] of Object.entries(groups)) for (const kind of readGroup(group).present) rows[kind] += count
  return rows
}

/** The key of a problem: rows with the same column and code are found and counted together. */
export const problemKind = (column: string, code: string) => `${column} ${code}`

/** The rows that a downloaded correction file can hold. */
export const correctedParts = ['all', 'error', 'not_sent', 'not_undone'] as const
export type CorrectedPart = (typeof correctedParts)[number]

/** The maximum size of a spreadsheet, in bytes. */
export const maxImportBytes = 64 * 1024 * 1024
