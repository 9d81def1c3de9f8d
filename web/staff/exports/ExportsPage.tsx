import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { ExportJob, exports } from '#contract/exports.ts'
import type { Request } from '#contract/route.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { askAgainWhile } from '#web/staff/ask-again.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { useSession } from '#web/staff/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { ExportActions } from './ExportActions.tsx'
import { amountOf, isUnderway, lookOf } from './export-words.ts'

const columns: Column<ExportJob>[] = [
  { id: 'file', header: 'File', cell: ({ fileName }) => <span className="break">{fileName}</span>, isRowHeader: true },
  { id: 'status', header: 'Status', cell: (job) => <Status job={job} /> },
  { id: 'rows', header: 'Form requests', cell: amountOf, align: 'end', isNowrap: true },
  { id: 'personal', header: 'Personal data', cell: ({ hasPersonalData }) => (hasPersonalData ? 'Included' : 'Left out') },
  { id: 'asked', header: 'Asked for', cell: ({ createdAt }) => formatDateTime(createdAt), sortBy: 'createdAt', isNowrap: true },
  { id: 'until', header: 'Kept until', cell: keptUntil, isNowrap: true },
  { id: 'actions', header: 'Actions', isHeaderHidden: true, align: 'end', cell: (job) => <ExportActions job={job} /> },
]

/** Of what was never made nothing is kept. */
function keptUntil({ status, expiresAt }: ExportJob) {
  return status === 'completed' ? formatDateTime(expiresAt) : '–'
}

function Status({ job }: { job: ExportJob }) {
  const { label, badge, words } = lookOf(job)
  return (
    <>
      <Badge kind={badge}>{label}</Badge>
      {words && <div className="muted">{words}</div>}
    </>
  )
}

type Query = Request<typeof exports.list>['query']

/** Who runs the system exports across organisations, everybody else their own. */
function useMyExports(query: Query) {
  const isEverywhere = useSession().can('admin::*')
  const own = useQuery({ ...q(api.exports.list, { query }), ...shown, enabled: !isEverywhere })
  const everywhere = useQuery({ ...q(api.exports.listEverywhere, { query }), ...shown, enabled: isEverywhere })
  return isEverywhere ? everywhere : own
}

const shown = {
  placeholderData: keepPreviousData,
  // The address of a finished file is good for five minutes.
  refetchInterval: askAgainWhile(({ docs }: { docs: ExportJob[] }) => docs.some(isUnderway), 2_000, 240_000),
}

/** The files one has asked for: how far each is, and those that can still be fetched. */
export function ExportsPage() {
  const list = useListSearch({ sort: '-createdAt', sorts: ['createdAt'], filters: {} })
  const found = useMyExports(list.query)
  return (
    <>
      <PageHeader title="Exports" description="The files you have asked for. A file is kept for a day; that it was made stays on record." />
      <Panel isFlush>
        <DataTable
          label="Exports"
          columns={columns}
          rows={found.data?.docs}
          rowId={({ id }) => id}
          sort={list.sort}
          onSort={list.setSort}
          isStale={found.isPlaceholderData}
          error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={
            <EmptyState title="No exports yet">
              Files you ask for are listed here. They go on being made while you do something else.
            </EmptyState>
          }
          skeletonRows={3}
          paging={list.pagingOf(found.data)}
        />
      </Panel>
    </>
  )
}
