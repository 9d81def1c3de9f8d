import type { BulkChange } from '#contract/bulk-changes.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pollWhile } from '#web/staff/polling.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { bulkChangeList } from '#web/staff/searches.ts'
import { pathTo } from '#web/staff/paths.ts'
import { bulkChangesPageWords as words, changeListWords, changeLooks, isUnderway, titleOf } from '#web/staff/requests/bulk/words.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Column } from '#web/ui/data-table.ts'

const count = (number: number) => number.toLocaleString('en-GB')

const columns: Column<BulkChange>[] = [
  { id: 'change', header: words.columns.change, cell: titleOf, isRowHeader: true },
  {
    id: 'status',
    header: words.columns.status,
    cell: ({ status }) => <Badge kind={changeLooks[status].badge}>{changeLooks[status].label}</Badge>,
  },
  { id: 'done', header: words.columns.done, cell: ({ doneRequests }) => count(doneRequests), align: 'end' },
  {
    id: 'refused',
    header: words.columns.refused,
    cell: ({ totalRequests, doneRequests }) => count(totalRequests - doneRequests),
    align: 'end',
  },
  { id: 'started', header: words.columns.started, cell: ({ createdAt }) => formatDateTime(createdAt), sortBy: 'createdAt', isNowrap: true },
]

/** The bulk changes of the signed-in user, running and ended. */
export function BulkChangesPage() {
  const list = useListSearch(bulkChangeList)
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <ListPanel
        {...changeListWords}
        list={list}
        query={{
          ...q(api.bulkChanges.list, { query: list.query }),
          refetchInterval: pollWhile(({ docs }) => docs.some(isUnderway), 2_000),
        }}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => pathTo('requestBulkDetails', { id })}
        skeletonRows={3}
      />
    </>
  )
}
