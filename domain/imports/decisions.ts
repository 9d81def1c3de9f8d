import { type NotificationMethod, notificationMethods } from '#domain/notification.ts'

/** What makes somebody hesitate to send a row, and what may become of it (IMP-3, IMP-7, PAT-4). */
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

/** `replace`: the request that is open is closed, and this one is sent in its place. */
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

/** Whatever could reach the wrong person, or the same person twice, is left out until somebody decides otherwise. */
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

/** What differs from the record is another person's name or date of birth, or only how the same person is reached. */
const kindOf = ({ column, code }: { column: string; code: string }) =>
  code === 'differs' && identityColumns.includes(column) ? 'identity' : kinds[code]

/** The kinds of warning among a row's problems, each once and in one order. */
export function kindsOf(problems: readonly { column: string; code: string }[]): WarningKind[] {
  const there = new Set(problems.map(kindOf))
  return warningKinds.filter((kind) => there.has(kind))
}

const foundLater = new Set(['taken', 'opened_since', 'answered_since'])

/** Which rows have trouble with a code: those with a warning, or those with an error. */
export const verdictOf = (code: string) => (kinds[code] || foundLater.has(code) ? 'warning' : 'error')

/** What was decided for a row itself, and the kinds of warning it had when that was decided. */
type OwnChoice = { choice: RowChoice | null; known: readonly WarningKind[] }

/**
 * What becomes of a row. Its own choice goes before the file's, but only for what it was known to repeat: a request that was opened
 * since follows the file's. Left out by one is left out.
 */
export function decide(present: readonly WarningKind[], choices: ImportChoices, { choice, known }: OwnChoice): RowChoice {
  const wanted = new Set(present.map((kind) => (choice && known.includes(kind) ? choice : choices[kind])))
  return wanted.has('skip') ? 'skip' : wanted.has('replace') ? 'replace' : 'send'
}

/** A row may be decided as its kinds of warning allow. */
export const mayChoose = (present: readonly WarningKind[], choice: RowChoice) =>
  present.length > 0 && (choice !== 'replace' || present.includes('already_open'))

/** How many rows with a warning share their kinds, their own choice and their method: 'already_open+differs send sms'. Few, however long the file is. */
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

/** What completing the import would do, without looking at a row. */
export function planOf(newRows: number, groups: Groups, choices: ImportChoices): ImportPlan {
  const plan: ImportPlan = { send: newRows, skip: 0, replace: 0 }
  for (const [group, rows] of Object.entries(groups)) {
    const { present, choice } = readGroup(group)
    plan[decide(present, choices, { choice, known: present })] += rows
  }
  return plan
}

export type RowsByMethod = Record<NotificationMethod, number>

/** By which methods the rows that completing the import would send are sent. */
export function methodsOf(newRows: Readonly<Partial<RowsByMethod>>, groups: Groups, choices: ImportChoices): RowsByMethod {
  const rows: RowsByMethod = { sms: 0, email: 0, nhs_app: 0, ...newRows }
  for (const [group, count] of Object.entries(groups)) {
    const { present, choice, method } = readGroup(group)
    if (method && decide(present, choices, { choice, known: present }) !== 'skip') rows[method] += count
  }
  return rows
}

/** Errors that mean that the patient cannot be reached, or must not be. */
export const unreachableCodes: readonly string[] = ['needed_for_method', 'not_carried', 'not_to_be_contacted']

/** How many rows have each kind of warning; a row may have several. */
export function rowsOfKinds(groups: Groups): Record<WarningKind, number> {
  const rows = Object.fromEntries(warningKinds.map((kind) => [kind, 0])) as Record<WarningKind, number> // every kind, made just here
  for (const [group, count] of Object.entries(groups)) for (const kind of readGroup(group).present) rows[kind] += count
  return rows
}

/** What undoing made of a row, and what it had to leave as it is. */
export const revertOutcomes = ['undone', 'undone_message_out', 'opened', 'completed', 'ended', 'taken'] as const
export type RevertOutcome = (typeof revertOutcomes)[number]

/** Whether undoing reopened a form request that the import had replaced. */
export const reopenOutcomes = ['reopened', 'not_reopened'] as const
export type ReopenOutcome = (typeof reopenOutcomes)[number]

/** One kind of trouble: the rows that share a column and a code are found, and counted, together. */
export const problemKind = (column: string, code: string) => `${column} ${code}`

/** The life of an import (IMP-3, IMP-5): every row is checked before anything is created. */
export const importStatuses = ['checking', 'checked', 'refused', 'importing', 'completed', 'failed', 'reverting', 'reverted'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** What is to become of a row. A row with a warning may be imported or left out, one with an error never is. */
export const importVerdicts = ['new', 'warning', 'error'] as const
export type ImportVerdict = (typeof importVerdicts)[number]

/** What became of a row once the import was completed. */
export const importOutcomes = ['sent', 'replaced', 'skipped'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Which rows a corrected file holds. */
export const correctedParts = ['all', 'error', 'not_sent', 'not_undone'] as const
export type CorrectedPart = (typeof correctedParts)[number]

/** The largest spreadsheet that is taken, in bytes. */
export const maxImportBytes = 64 * 1024 * 1024
