import type { LetterBatch } from '#contract/letters.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pollWhile } from '#web/staff/polling.ts'
import { letterBatchList } from '#web/staff/searches.ts'
import { Badge } from '#web/ui/Badge.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { BatchActions } from './BatchActions.tsx'
import { batchListWords, batchLooks, batchWords as words } from './words.ts'

const columns: Column<LetterBatch>[] = [
  { id: 'batch', header: words.columns.batch, cell: (batch) => <Name batch={batch} />, isRowHeader: true },
  { id: 'status', header: words.columns.status, cell: (batch) => <Status batch={batch} /> },
  { id: 'letters', header: words.columns.letters, cell: ({ letters }) => letters.toLocaleString('en-GB'), align: 'end' },
  { id: 'sheets', header: words.columns.sheets, cell: ({ sheets }) => sheets?.toLocaleString('en-GB') ?? '–', align: 'end' },
  {
    id: 'made',
    header: words.columns.made,
    cell: ({ createdAt, createdBy }) => words.by(formatDateTime(createdAt), createdBy),
    sortBy: 'createdAt',
  },
  {
    id: 'ended',
    header: words.columns.ended,
    cell: ({ endedAt, endedBy }) => (endedAt && endedBy ? words.by(formatDateTime(endedAt), endedBy) : '–'),
  },
  {
    id: 'actions',
    header: words.columns.actions,
    isHeaderHidden: true,
    align: 'end',
    cell: (batch) => <BatchActions batch={batch} />,
  },
]

const Name = ({ batch: { number, reprintOf, reason, isTwoSided } }: { batch: LetterBatch }) => (
  <>
    {words.name(number)}
    {isTwoSided && <span className="muted">, {words.twoSided}</span>}
    {reprintOf !== null && (
      <div className="muted break">
        {words.again(reprintOf)}: {reason}
      </div>
    )}
  </>
)

function Status({ batch }: { batch: LetterBatch }) {
  const { label, badge } = batchLooks[batch.status]
  return (
    <>
      <Badge kind={badge}>{label}</Badge>
      {noteOn(batch) && <div className="muted">{noteOn(batch)}</div>}
    </>
  )
}

function noteOn(batch: LetterBatch) {
  if (batch.status === 'making') return batch.failure || words.progress(batch)
  if (batch.fileUntil) return words.fileUntil(formatDateTime(batch.fileUntil))
  return batch.status === 'ready' ? words.noFile : undefined
}

/** The batches, the newest first. Those that are being made are followed. */
export function LetterBatches() {
  const list = useListSearch(letterBatchList)
  return (
    <ListPanel
      {...batchListWords}
      list={list}
      query={{
        ...q(api.letters.batches, { query: list.query }),
        refetchInterval: pollWhile(({ docs }) => docs.some(({ status }) => status === 'making'), 1_500, 30_000),
      }}
      columns={columns}
      rowId={({ id }) => id}
      skeletonRows={3}
    />
  )
}
