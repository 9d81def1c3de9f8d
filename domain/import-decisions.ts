/** What makes somebody hesitate to send a row, and what may become of it (IMP-3, IMP-7, PAT-4). */
export const warningKinds = ['repeated', 'already_open', 'possible_match', 'differs'] as const
export type WarningKind = (typeof warningKinds)[number]

/** `replace`: the request that is open is closed, and this one is sent in its place. */
export const rowChoices = ['skip', 'replace', 'send'] as const
export type RowChoice = (typeof rowChoices)[number]
export type ImportChoices = Record<WarningKind, RowChoice>

export const choicesFor: Record<WarningKind, readonly RowChoice[]> = {
  repeated: ['skip', 'send'],
  already_open: ['skip', 'replace', 'send'],
  possible_match: ['skip', 'send'],
  differs: ['skip', 'send'],
}

/** Nobody is asked twice, or taken for somebody else, unless whoever imports says so. */
export const usualChoices: ImportChoices = { repeated: 'skip', already_open: 'skip', possible_match: 'skip', differs: 'send' }

const kinds: Record<string, WarningKind | undefined> = {
  repeated: 'repeated',
  already_open: 'already_open',
  matched_by_details: 'possible_match',
  differs: 'differs',
  contradicts: 'differs',
} satisfies Record<string, WarningKind>

/** The kinds of warning among a row's problems, each once and in one order. */
export function kindsOf(problems: readonly { code: string }[]): WarningKind[] {
  const there = new Set(problems.map(({ code }) => kinds[code]))
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

/** How many rows with a warning share their kinds and their own choice: 'already_open+differs send'. Few, however long the file is. */
export type Groups = Record<string, number>
export const groupOf = (present: readonly WarningKind[], choice: RowChoice | null) => `${present.join('+')} ${choice ?? ''}`

function readGroup(group: string): { present: WarningKind[]; choice: RowChoice | null } {
  const [names = '', choice = ''] = group.split(' ')
  return {
    present: warningKinds.filter((kind) => names.split('+').includes(kind)),
    choice: rowChoices.find((one) => one === choice) ?? null,
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

/** How many rows have each kind of warning; a row may have several. */
export function rowsOfKinds(groups: Groups): Record<WarningKind, number> {
  const rows: Record<WarningKind, number> = { repeated: 0, already_open: 0, possible_match: 0, differs: 0 }
  for (const [group, count] of Object.entries(groups)) for (const kind of readGroup(group).present) rows[kind] += count
  return rows
}

/** What undoing made of a row, and what it had to leave as it is. */
export const revertOutcomes = ['undone', 'undone_message_out', 'opened', 'completed', 'ended', 'taken'] as const
export type RevertOutcome = (typeof revertOutcomes)[number]

/** One kind of trouble: the rows that share a column and a code are found, and counted, together. */
export const problemKind = (column: string, code: string) => `${column} ${code}`
