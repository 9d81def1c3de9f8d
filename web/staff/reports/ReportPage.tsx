import { useQuery } from '@tanstack/react-query'

import { monthLabel } from '#domain/dates.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { LoadError } from '#web/staff/LoadError.tsx'
import { pollWhile } from '#web/staff/polling.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { ReportStatus } from './ReportStatus.tsx'
import { isUnderway, reportPageWords as words, reportTypeLabels } from './words.ts'

/** One report, for a user who was sent its link. */
export function ReportPage({ id }: { id: string }) {
  const found = useQuery({
    ...q(api.reports.list, { query: { page: 1, limit: 10, filters: { id } } }),
    refetchInterval: pollWhile(({ docs }) => docs.some(isUnderway), 1_500),
  })
  if (found.isError && !found.data) return <LoadError of={found} />
  if (!found.data)
    return (
      <Panel>
        <Skeleton lines={6} />
      </Panel>
    )
  const report = found.data.docs[0]
  if (!report)
    return (
      <>
        <PageHeader title={words.missing.title} />
        <Panel>
          <EmptyState title={words.missing.noReport}>{words.missing.why}</EmptyState>
        </Panel>
      </>
    )
  const { type, organisation, month, status, createdAt } = report
  return (
    <>
      <PageHeader
        title={words.title(month)}
        description={organisation.name}
        actions={
          status === 'completed' && (
            <DownloadButton fetchFile={() => api.reports.download({ params: { id } })}>{words.download}</DownloadButton>
          )
        }
      />
      <Panel>
        <SummaryList
          rows={[
            { label: words.organisation, value: organisation.name },
            { label: words.month, value: monthLabel(month) },
            { label: words.type, value: reportTypeLabels[type] },
            {
              label: words.status,
              value: <ReportStatus report={report} />,
            },
            { label: words.created, value: formatDateTime(createdAt) },
          ]}
        />
      </Panel>
    </>
  )
}
