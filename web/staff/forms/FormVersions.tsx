import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { FormDetails, FormVersion } from '#contract/form-records.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Column } from '#web/ui/data-table.ts'

const columnsOf = (live: number | null): Column<FormVersion>[] => [
  {
    id: 'version',
    header: 'Version',
    isRowHeader: true,
    isNowrap: true,
    cell: ({ version }) => `Version ${version}`,
  },
  { id: 'live', header: 'State', cell: ({ version }) => <Row>{version === live && <Badge kind="success">Live</Badge>}</Row> },
  { id: 'notes', header: 'What changed', cell: ({ changeNotes }) => changeNotes || <span className="muted">No notes</span> },
  { id: 'title', header: 'Title', cell: ({ title }) => title },
  { id: 'questions', header: 'Questions', align: 'end', cell: ({ questionCount }) => questionCount },
  { id: 'by', header: 'Published by', isNowrap: true, cell: ({ publishedBy }) => publishedBy?.name ?? '–' },
  { id: 'at', header: 'Published', isNowrap: true, cell: ({ publishedAt }) => formatDateTime(publishedAt) },
]

/** Every version that was ever published; each opens as patients saw it. */
export function FormVersions({ form: { id, version } }: { form: FormDetails }) {
  const list = useListSearch({ sorts: ['version'], filters: {} })
  const versions = useQuery({
    ...q(api.forms.listVersions, { params: { id }, query: { page: list.page, limit: list.limit } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel isFlush>
      <DataTable
        label="Versions"
        columns={columnsOf(version)}
        rows={versions.data?.docs}
        rowId={(row) => String(row.version)}
        rowHref={(row) => pathTo('formDetails', { id }, { tab: 'preview', version: row.version })}
        isStale={versions.isPlaceholderData}
        error={versions.isError ? { message: wordsOf(versions.error), onRetry: () => void versions.refetch() } : undefined}
        empty={<EmptyState title="Never published">Publish the draft, and it becomes version 1.</EmptyState>}
      />
      {versions.data && versions.data.totalDocs > 0 && (
        <Pagination page={list.page} limit={list.limit} total={versions.data.totalDocs} onPage={list.setPage} onLimit={list.setLimit} />
      )}
    </Panel>
  )
}
