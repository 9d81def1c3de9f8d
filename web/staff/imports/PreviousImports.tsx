import type { ImportJob } from '#contract/imports.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pollWhile } from '#web/staff/polling.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { importList } from '#web/staff/searches.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { formatNumber, importColumnWords as words, importListWords, isUnderway, lookOf, nameOf } from './words.ts'

const columns: Column<ImportJob>[] = [
  { id: 'file', header: words.file, cell: nameOf, isRowHeader: true },
  { id: 'status', header: words.status, cell: (job) => <Badge kind={lookOf(job).badge}>{lookOf(job).label}</Badge> },
  { id: 'rows', header: words.rows, cell: ({ totalRows }) => formatNumber(totalRows), align: 'end' },
  { id: 'errors', header: words.errors, cell: ({ errorRows }) => formatNumber(errorRows), align: 'end' },
  { id: 'imported', header: words.imported, cell: ({ importedRows }) => formatNumber(importedRows), align: 'end' },
  { id: 'by', header: words.uploadedBy, cell: ({ createdBy }) => createdBy?.name ?? '–', isNowrap: true },
  { id: 'at', header: words.uploaded, cell: ({ createdAt }) => formatDateTime(createdAt), sortBy: 'createdAt', isNowrap: true },
]

export function PreviousImports() {
  const list = useListSearch(importList)
  return (
    <LabelledSection label={importListWords.label} size="lg">
      <ListPanel
        {...importListWords}
        list={list}
        query={{
          ...q(api.imports.list, { query: list.query }),
          // After an upload, the list must include the new file when the user comes back.
          staleTime: 0,
          refetchInterval: pollWhile(({ docs }) => docs.some(isUnderway), 2_000),
        }}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => pathTo('requestImportDetails', { id })}
        empty={{ ...importListWords.empty, icon: 'upload' }}
        skeletonRows={3}
      />
    </LabelledSection>
  )
}
