import { useQuery } from '@tanstack/react-query'

import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { askAgainWhile } from '#web/staff/ask-again.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { CompleteImport } from './CompleteImport.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { ImportRows } from './ImportRows.tsx'
import { ImportTiles } from './ImportTiles.tsx'
import { isUnderway, lookOf, nameOf, importJobWords as words } from './words.ts'

/** One import: its progress, the result of every row, and the button that completes it. */
export function ImportJobPage({ id }: { id: string }) {
  const found = useQuery({
    ...q(api.imports.get, { query: { id } }),
    refetchInterval: askAgainWhile(isUnderway, 1_000),
  })
  // When one poll fails, the next one follows and the last answer stays on screen.
  if (!found.data)
    return (
      <>
        <PageHeader title={words.title} />
        {found.isError ? <ErrorState onRetry={() => void found.refetch()}>{wordsOf(found.error)}</ErrorState> : <Skeleton lines={8} />}
      </>
    )

  const job = found.data
  const { label, badge } = lookOf(job)
  return (
    <>
      <PageHeader
        title={nameOf(job)}
        badges={<Badge kind={badge}>{label}</Badge>}
        description={words.uploaded(job.createdBy?.name, formatDateTime(job.createdAt))}
      />
      <Stack gap="lg">
        <ImportProgress job={job} />
        {job.status !== 'refused' && <ImportTiles job={job} />}
        {job.status === 'checked' && <CompleteImport job={job} />}
        {job.rowsRemovedAt && job.status !== 'refused' && (
          <Alert title={words.rowsRemoved.title(formatDateTime(job.rowsRemovedAt))}>{words.rowsRemoved.text}</Alert>
        )}
        {job.status !== 'refused' && !job.rowsRemovedAt && job.totalRows > 0 && <ImportRows job={job} />}
      </Stack>
    </>
  )
}
