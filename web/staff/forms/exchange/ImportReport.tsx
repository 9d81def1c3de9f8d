import { useEffect, useRef, useState } from 'react'

import type { ImportPreview, ReportLine } from '#contract/form-exchange.ts'
import { formatCount } from '#domain/amounts.ts'
import { Badge, type BadgeKind } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/data-table.ts'

type Outcome = ReportLine['outcome']
const outcomes: Record<Outcome, { label: string; kind: BadgeKind }> = {
  kept: { label: 'Kept', kind: 'success' },
  degraded: { label: 'Changed', kind: 'warning' },
  dropped: { label: 'Left out', kind: 'danger' },
}

const columns: Column<ReportLine>[] = [
  {
    id: 'item',
    header: 'Item',
    isRowHeader: true,
    cell: ({ title, linkId }) => title || linkId || 'Without words',
  },
  { id: 'linkId', header: 'Its linkId', cell: ({ linkId }) => linkId || '–' },
  { id: 'outcome', header: 'Outcome', cell: ({ outcome }) => <Badge kind={outcomes[outcome].kind}>{outcomes[outcome].label}</Badge> },
  {
    id: 'notes',
    header: 'What happens to it',
    cell: ({ notes }) => (notes.length === 0 ? 'As it was' : <Notes notes={notes} />),
  },
]

const Notes = ({ notes }: { notes: string[] }) => (
  <ul className="import-notes">
    {notes.map((note) => (
      <li key={note}>{note}</li>
    ))}
  </ul>
)

type ImportReportProps = { preview: ImportPreview; isCreating: boolean; onCreate: () => void }

/** What becomes of every item of a questionnaire, and the way on. */
export function ImportReport({ preview, isCreating, onCreate }: ImportReportProps) {
  const { title, questionCount, notes, lines } = preview
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const count = (outcome: Outcome) => lines.filter((line) => line.outcome === outcome).length
  return (
    <Panel>
      <Stack>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>
          {`${formatCount(questionCount, 'question, page or section', 'questions, pages and sections')}: of ${formatCount(lines.length, 'item')}, ${count('kept')} kept, ${count('degraded')} changed, ${count('dropped')} left out.`}
        </p>
        {notes.length > 0 && <Notes notes={notes} />}
        <div>
          <Button kind="primary" isPending={isCreating} pendingLabel="Creating…" onClick={onCreate}>
            Create the draft
          </Button>
        </div>
        <Lines lines={lines} count={count} />
      </Stack>
    </Panel>
  )
}

const everything = 'all'

function Lines({ lines, count }: { lines: ReportLine[]; count: (outcome: Outcome) => number }) {
  const [shown, setShown] = useState<string>(everything)
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState(20)
  const matching = lines.filter(({ outcome }) => shown === everything || outcome === shown)
  const options = Object.entries(outcomes).map(([value, { label }]) => ({ value, label: `${label} (${count(value as Outcome)})` })) // the keys are the outcomes
  return (
    <>
      <Select
        id="import-shown"
        label="Show"
        options={[{ value: everything, label: `All items (${lines.length})` }, ...options]}
        value={shown}
        onChange={(event) => {
          setShown(event.target.value)
          setPage(1)
        }}
      />
      <DataTable
        label="What becomes of every item"
        columns={columns}
        rows={matching.slice((page - 1) * limit, page * limit)}
        rowId={(line) => String(lines.indexOf(line))}
        empty={<EmptyState title="None">No item has this outcome.</EmptyState>}
      />
      {matching.length > 20 && <Pagination page={page} limit={limit} total={matching.length} onPage={setPage} onLimit={setLimit} />}
    </>
  )
}
