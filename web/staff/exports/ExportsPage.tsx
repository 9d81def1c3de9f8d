import type { ExportJob, exports } from '#contract/exports.ts'
import type { RouteRequest } from '#contract/route.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pollWhile } from '#web/staff/polling.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { exportList } from '#web/staff/searches.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useSession } from '#web/staff/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { ExportActions } from './ExportActions.tsx'
import { amountOf, exportListWords, isUnderway, lookOf, exportsPageWords as words } from './words.ts'

const columns: Column<ExportJob>[] = [
  { id: 'file', header: words.columns.file, cell: ({ fileName }) => <span className="break">{fileName}</span>, isRowHeader: true },
  { id: 'status', header: words.columns.status, cell: (job) => <Status job={job} /> },
  { id: 'rows', header: words.columns.formRequests, cell: amountOf, align: 'end', isNowrap: true },
  { id: 'personal', header: words.columns.personalData, cell: ({ hasPersonalData }) => (hasPersonalData ? words.included : words.leftOut) },
  {
    id: 'requested',
    header: words.columns.requested,
    cell: ({ createdAt }) => formatDateTime(createdAt),
    sortBy: 'createdAt',
    isNowrap: true,
  },
  { id: 'until', header: words.columns.keptUntil, cell: keptUntil, isNowrap: true },
  { id: 'actions', header: words.columns.actions, isHeaderHidden: true, align: 'end', cell: (job) => <ExportActions job={job} /> },
]

/** Only a finished export has a file to keep. */
function keptUntil({ status, expiresAt }: ExportJob) {
  return status === 'completed' ? formatDateTime(expiresAt) : '–'
}

function Status({ job }: { job: ExportJob }) {
  const { label, badge, failure } = lookOf(job)
  return (
    <>
      <Badge kind={badge}>{label}</Badge>
      {failure && <div className="muted">{failure}</div>}
    </>
  )
}

type Query = RouteRequest<typeof exports.list>['query']

/** A system administrator exports across organisations, other users from their own. */
function useMyExports(query: Query) {
  const isEverywhere = useSession().can('admin::*')
  return {
    ...(isEverywhere ? q(api.exports.listEverywhere, { query }) : q(api.exports.list, { query })),
    // A download address is valid for five minutes.
    refetchInterval: pollWhile(({ docs }: { docs: ExportJob[] }) => docs.some(isUnderway), 2_000, 240_000),
  }
}

/** The exports of the signed-in user with their progress and downloads. */
export function ExportsPage() {
  const list = useListSearch(exportList)
  const query = useMyExports(list.query)
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <ListPanel {...exportListWords} list={list} query={query} columns={columns} rowId={({ id }) => id} skeletonRows={3} />
    </>
  )
}
