import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { ImportJob } from '#contract/imports.ts'
import { importStatuses } from '#domain/import-job.ts'
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
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { count, isUnderway, lookOf, nameOf } from './import-words.ts'

const columns: Column<ImportJob>[] = [
  { id: 'file', header: 'File', cell: nameOf, isRowHeader: true },
  { id: 'status', header: 'Status', cell: (job) => <Badge kind={lookOf(job).badge}>{lookOf(job).label}</Badge> },
  { id: 'rows', header: 'Rows', cell: ({ totalRows }) => count(totalRows), align: 'end' },
  { id: 'errors', header: 'With errors', cell: ({ errorRows }) => count(errorRows), align: 'end' },
  { id: 'imported', header: 'Imported', cell: ({ importedRows }) => count(importedRows), align: 'end' },
  { id: 'by', header: 'Uploaded by', cell: ({ createdBy }) => createdBy?.name ?? '–', isNowrap: true },
  { id: 'at', header: 'Uploaded', cell: ({ createdAt }) => formatDateTime(createdAt), sortBy: 'createdAt', isNowrap: true },
]

export function EarlierImports() {
  const list = useListSearch({ sort: '-createdAt', sorts: ['createdAt'], filters: { status: '' }, choices: { status: importStatuses } })
  const found = useQuery({
    ...q(api.imports.list, { query: list.query }),
    // Whoever comes back from a file just sent finds it here.
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: askAgainWhile(({ docs }) => docs.some(isUnderway), 2_000),
  })
  return (
    <LabelledSection label="Earlier imports" size="lg">
      <Panel isFlush>
        <DataTable
          label="Earlier imports"
          columns={columns}
          rows={found.data?.docs}
          rowId={({ id }) => id}
          rowHref={({ id }) => pathTo('requestImportDetails', { id })}
          sort={list.sort}
          onSort={list.setSort}
          isStale={found.isPlaceholderData}
          error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={
            <EmptyState title="No imports yet" icon="upload">
              Files you upload are listed here, with what became of them.
            </EmptyState>
          }
          skeletonRows={3}
          paging={list.pagingOf(found.data)}
        />
      </Panel>
    </LabelledSection>
  )
}
