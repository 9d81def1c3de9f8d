import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { BulkChange } from '#contract/bulk-changes.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { askAgainWhile } from '#web/staff/ask-again.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { changeLooks, isUnderway, titleOf } from './change-words.ts'

const count = (number: number) => number.toLocaleString('en-GB')

const columns: Column<BulkChange>[] = [
  { id: 'change', header: 'Change', cell: titleOf, isRowHeader: true },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge kind={changeLooks[status].badge}>{changeLooks[status].label}</Badge>,
  },
  { id: 'done', header: 'Done', cell: ({ doneRequests }) => count(doneRequests), align: 'end' },
  { id: 'refused', header: 'Not done', cell: ({ totalRequests, doneRequests }) => count(totalRequests - doneRequests), align: 'end' },
  { id: 'begun', header: 'Begun', cell: ({ createdAt }) => formatDateTime(createdAt), sortBy: 'createdAt', isNowrap: true },
]

/** One's own changes of all that matched, running and ended. */
export function BulkChangesPage() {
  const list = useListSearch({ sort: '-createdAt', sorts: ['createdAt'], filters: {} })
  const found = useQuery({
    ...q(api.bulkChanges.list, { query: list.query }),
    placeholderData: keepPreviousData,
    refetchInterval: askAgainWhile(({ docs }) => docs.some(isUnderway), 2_000),
  })
  return (
    <>
      <PageHeader
        title="Bulk changes"
        description="What you have changed in all the form requests that matched, and what became of each."
      />
      <Panel isFlush>
        <DataTable
          label="Bulk changes"
          columns={columns}
          rows={found.data?.docs}
          rowId={({ id }) => id}
          rowHref={({ id }) => pathTo('requestBulkDetails', { id })}
          sort={list.sort}
          onSort={list.setSort}
          isStale={found.isPlaceholderData}
          error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={
            <EmptyState title="No bulk changes yet">
              Tick all form requests of a page, then select all that match, to change them together.
            </EmptyState>
          }
          skeletonRows={3}
          paging={list.pagingOf(found.data)}
        />
      </Panel>
    </>
  )
}
