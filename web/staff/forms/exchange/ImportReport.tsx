import { useEffect, useRef, useState } from 'react'

import type { ImportPreview, ReportLine } from '#contract/form-exchange.ts'
import { Badge, type BadgeKind } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { reportWords as words } from './words.ts'

type Outcome = ReportLine['outcome']
const outcomes: Record<Outcome, { label: string; kind: BadgeKind }> = {
  kept: { label: words.outcomes.kept, kind: 'success' },
  degraded: { label: words.outcomes.degraded, kind: 'warning' },
  dropped: { label: words.outcomes.dropped, kind: 'danger' },
}

const columns: Column<ReportLine>[] = [
  {
    id: 'item',
    header: words.item,
    isRowHeader: true,
    cell: ({ title, linkId }) => title || linkId || words.noText,
  },
  { id: 'linkId', header: 'linkId', cell: ({ linkId }) => linkId || '–' },
  { id: 'outcome', header: words.outcome, cell: ({ outcome }) => <Badge kind={outcomes[outcome].kind}>{outcomes[outcome].label}</Badge> },
  {
    id: 'notes',
    header: words.notes,
    cell: ({ notes }) => (notes.length === 0 ? words.noChanges : <Notes notes={notes} />),
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

/** The result of every item of a questionnaire, and the button that creates the form. */
export function ImportReport({ preview, isCreating, onCreate }: ImportReportProps) {
  const { title, questionCount, forms, notes, lines } = preview
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const count = (outcome: Outcome) => lines.filter((line) => line.outcome === outcome).length
  return (
    <Panel>
      <Stack>
        <h2 ref={heading} tabIndex={-1}>
          {forms.length > 1 ? words.parts(forms.length) : title}
        </h2>
        {forms.length > 1 && (
          <ul className="import-notes">
            {forms.map((form) => (
              <li key={form.title}>{words.part(form.title, form.questionCount)}</li>
            ))}
          </ul>
        )}
        <p>{words.summary(questionCount, lines.length, count('kept'), count('degraded'), count('dropped'))}</p>
        {notes.length > 0 && <Notes notes={notes} />}
        <div>
          <Button kind="primary" isPending={isCreating} pendingLabel={words.creating} onClick={onCreate}>
            {forms.length > 1 ? words.createSeveral(forms.length) : words.create}
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
        label={words.show}
        options={[{ value: everything, label: words.all(lines.length) }, ...options]}
        value={shown}
        onChange={(event) => {
          setShown(event.target.value)
          setPage(1)
        }}
      />
      <DataTable
        label={words.table}
        columns={columns}
        rows={matching.slice((page - 1) * limit, page * limit)}
        rowId={(line) => String(lines.indexOf(line))}
        empty={<EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>}
      />
      {matching.length > 20 && <Pagination page={page} limit={limit} total={matching.length} onPage={setPage} onLimit={setLimit} />}
    </>
  )
}
