import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { Notice } from '#contract/notices.ts'
import { worklists } from '#domain/dashboard-worklists.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { UrgentBadge } from '#web/staff/requests/StatusBadge.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Grid, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StatTile } from '#web/ui/StatTile.tsx'

import { noticeWords as words } from './words.ts'

/** What is new for the member. Opening the page marks its notices as read. */
export function NoticesPage() {
  const queryClient = useQueryClient()
  // Not asked again while the page is open: “New” would disappear while the member reads.
  const found = useQuery({ ...q(api.notices.list), staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false })
  const { mutate: markRead } = useMutation({
    mutationFn: (until: string) => api.notices.markRead({ body: { until } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [api.notices.counts.key] }),
  })
  const newest = found.data?.docs.find(({ isRead }) => !isRead)?.at
  useEffect(() => {
    if (newest !== undefined) markRead(newest)
  }, [newest, markRead])
  return (
    <>
      <PageHeader title={words.title} description={words.description} />
      <Stack>
        <Waiting />
        <Panel isFlush>
          <DataTable
            label={words.label}
            rows={found.data?.docs}
            columns={columns}
            rowId={keyOf}
            rowHref={hrefOf}
            isUrgent={(notice) => 'request' in notice && notice.request?.isUrgent === true}
            error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
            empty={
              <EmptyState title={words.empty.title} icon="bell">
                {words.empty.text}
              </EmptyState>
            }
          />
        </Panel>
      </Stack>
    </>
  )
}

/** The figures of the work that waits, each with its list. */
function Waiting() {
  // At once, while every other screen waits until it has loaded what it needs itself.
  const { data: work } = useQuery(q(api.notices.counts))
  const tiles = [
    { name: 'toReview', value: work?.toReview, filters: worklists.toReview },
    { name: 'urgent', value: work?.urgent, filters: worklists.urgentToReview },
    { name: 'unassigned', value: work?.unassigned, filters: worklists.unassigned },
  ] as const
  return (
    <Grid>
      {tiles.map(({ name, value, filters }) => (
        <StatTile
          key={name}
          label={words.waiting[name]}
          figure={value === undefined ? '–' : value.toLocaleString('en-GB')}
          href={pathTo('requestsList', {}, { filters: filters as object })}
          {...(name === 'urgent' && { kind: 'urgent' as const })}
        />
      ))}
    </Grid>
  )
}

const columns: Column<Notice>[] = [
  { id: 'what', header: words.columns.what, isRowHeader: true, cell: (notice) => <What notice={notice} /> },
  { id: 'about', header: words.columns.about, cell: aboutOf },
  { id: 'when', header: words.columns.when, isNowrap: true, cell: ({ at }) => formatDateTime(at) },
]

const What = ({ notice }: { notice: Notice }) => (
  <>
    {whatOf(notice)} {!notice.isRead && <Badge size="xs">{words.new}</Badge>}{' '}
    {'request' in notice && notice.request?.isUrgent && <UrgentBadge size="xs" />}
  </>
)

function whatOf(notice: Notice) {
  if (notice.kind === 'assigned') return words.assigned(notice.by, notice.count)
  if (notice.kind === 'bulkChange') return words.bulkChange(notice.isStopped)
  if (notice.kind === 'export') return words.export(notice.isStopped)
  return words[notice.kind]
}

function aboutOf(notice: Notice) {
  if (notice.kind === 'bulkChange') return null
  if ('name' in notice) return <span className="break">{notice.name}</span>
  return notice.request ? words.about(notice.request.patient, notice.request.form) : null
}

function hrefOf(notice: Notice) {
  if (notice.kind === 'import') return pathTo('requestImportDetails', { id: notice.id })
  if (notice.kind === 'export') return pathTo('exportsList')
  if (notice.kind === 'bulkChange') return pathTo('requestBulkDetails', { id: notice.id })
  if (notice.request) return pathTo('requestDetails', { id: notice.request.id })
  return pathTo('requestsList', {}, { filters: { assignee: ['me'] } })
}

/** One form request can be assigned and answered. */
const keyOf = (notice: Notice) => `${notice.kind} ${notice.at} ${'id' in notice ? notice.id : (notice.request?.id ?? '')}`
