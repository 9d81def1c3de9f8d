import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { formatNhsNumber, isNhsNumber, normaliseNhsNumber } from '#domain/nhs-number.ts'
import { choiceWords, problemParts, reopenWords } from '#domain/imports/words.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { decideWords, outcomeLooks, revertedLooks, verdictLooks, rowWords as words } from './words.ts'

const columns: Column<ImportRowVerdict>[] = [
  { id: 'row', header: words.columns.row, cell: ({ rowNumber }) => rowNumber, sortBy: 'rowNumber', isRowHeader: true },
  {
    id: 'verdict',
    header: words.check,
    cell: ({ verdict }) => <Badge kind={verdictLooks[verdict].badge}>{verdictLooks[verdict].label}</Badge>,
  },
  { id: 'problems', header: words.columns.problems, cell: ({ problems }) => <Problems problems={problems} /> },
  { id: 'patient', header: words.columns.patient, cell: (row) => <Patient row={row} /> },
  { id: 'nhs', header: words.columns.nhsNumber, cell: ({ cells }) => nhsNumberWords(cells.nhsNumber), isNowrap: true },
  { id: 'form', header: words.columns.form, cell: ({ cells }) => cells.form ?? '–' },
  { id: 'pathway', header: words.columns.pathwayId, cell: ({ cells }) => cells.pathwayId ?? '–' },
  { id: 'method', header: words.columns.sentBy, cell: ({ cells }) => cells.method ?? '–' },
]

const decision: Column<ImportRowVerdict> = {
  id: 'choice',
  header: words.columns.decision,
  cell: ({ verdict, choice }) => (choice ? choiceWords[choice] : verdict === 'warning' ? decideWords.sameAsFile : '–'),
}

const outcome = (isOver: boolean): Column<ImportRowVerdict> => ({
  id: 'request',
  header: words.columns.outcome,
  cell: (row) => (isOver && row.verdict === 'error' ? words.leftOut : <Outcome row={row} />),
})

/** Before the import there is a column for the decision on a row, afterwards one for its outcome. */
export const columnsFor = ({ status, warningRows, completedAt, importedRows }: ImportJob) => [
  ...columns,
  ...(status === 'checked' && warningRows > 0 ? [decision] : []),
  ...(completedAt !== null || importedRows > 0 ? [outcome(completedAt !== null)] : []),
]

/** An invalid number is shown as in the file, so that the reader can find it there. */
function nhsNumberWords(text: string | null | undefined) {
  if (!text) return '–'
  return isNhsNumber(text) ? formatNhsNumber(normaliseNhsNumber(text)) : text
}

function Patient({ row: { cells, patientId } }: { row: ImportRowVerdict }) {
  const name = [cells.firstName, cells.lastName].filter(Boolean).join(' ') || '–'
  return patientId ? <Link href={pathTo('patientDetails', { id: patientId })}>{name}</Link> : name
}

function Outcome({ row: { outcome: result, reverted, requestId, replacedIds, reopenings, isPatientArchived } }: { row: ImportRowVerdict }) {
  if (!result) return '–'
  const { badge, label } = reverted ? revertedLooks[reverted] : outcomeLooks[result]
  return (
    <ul className="row-problems">
      <li>
        <Badge kind={badge}>{label}</Badge>
      </li>
      {requestId && (
        <li>
          <Link href={pathTo('requestDetails', { id: requestId })}>{words.open}</Link>
        </li>
      )}
      {replacedIds.map((id) => (
        <li key={id}>
          <Link href={pathTo('requestDetails', { id })}>{words.openReplaced}</Link>
          <Reopening refusal={reopenings.find((one) => one.id === id)?.refusal} />
        </li>
      ))}
      {isPatientArchived && <li>{words.patientArchived}</li>}
    </ul>
  )
}

/** Whether undoing reopened a replaced form request; empty when this was not requested. */
function Reopening({ refusal }: { refusal: string | undefined }) {
  if (refusal === undefined) return null
  return <div>{refusal ? `${reopenWords.not_reopened}: ${refusal}` : reopenWords.reopened}</div>
}

function Problems({ problems }: Pick<ImportRowVerdict, 'problems'>) {
  if (problems.length === 0) return '–'
  return (
    <ul className="row-problems">
      {problems.map(({ column, code, message }) => (
        <li key={`${column} ${code}`}>
          <ProblemWords parts={problemParts(column, code, message)} />
        </li>
      ))}
    </ul>
  )
}

const ProblemWords = ({ parts: [field, problem] }: { parts: [string, string] }) => (
  <>
    {field && <b>{field}</b>}
    {problem}
  </>
)
