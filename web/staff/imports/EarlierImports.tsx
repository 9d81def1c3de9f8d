import type { ImportJob } from '#contract/imports.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { askAgainWhile } from '#web/staff/ask-again.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { importList } from '#web/staff/searches.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { count, importListWords, isUnderway, lookOf, nameOf } from './import-words.ts'

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
  const list = useListSearch(importList)
  return (
    <LabelledSection label={importListWords.label} size="lg">
      <ListPanel
        {...importListWords}
        list={list}
        query={{
          ...q(api.imports.list, { query: list.query }),
          // A file that was just sent is in the list when its sender comes back.
          staleTime: 0,
          refetchInterval: askAgainWhile(({ docs }) => docs.some(isUnderway), 2_000),
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
