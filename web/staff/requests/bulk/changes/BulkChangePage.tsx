import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { BulkChange } from '#contract/bulk-changes.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pollWhile } from '#web/staff/polling.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { bulkWords } from '#web/staff/requests/bulk/bar-words.ts'
import { bulkChangePageWords as words, changeLooks, endingOf, isUnderway, titleOf } from '#web/staff/requests/bulk/words.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { ChangeResults } from './ChangeResults.tsx'
import { unwatchChange } from './watched-changes.ts'

/** One bulk change: its progress and the result for each form request. */
export function BulkChangePage({ id }: { id: string }) {
  const found = useQuery({
    ...q(api.bulkChanges.get, { params: { id } }),
    refetchInterval: pollWhile(isUnderway, 1_000),
  })
  const change = found.data
  const isOver = change !== undefined && !isUnderway(change)
  useEffect(() => {
    // The result is on this page, so the panel of running changes need not show it again.
    if (isOver) unwatchChange(id)
  }, [isOver, id])
  if (!change)
    return (
      <>
        <PageHeader title={words.title} />
        {found.isError ? <LoadError of={found} /> : <Skeleton lines={8} />}
      </>
    )
  const { label, badge } = changeLooks[change.status]
  return (
    <>
      <PageHeader
        title={titleOf(change)}
        badges={<Badge kind={badge}>{label}</Badge>}
        description={words.started(formatDateTime(change.createdAt), change.takeOver)}
      />
      <Stack gap="lg">
        <ChangeProgress change={change} />
        {change.resultsRemovedAt ? (
          <Alert title={words.removed(formatDateTime(change.resultsRemovedAt))}>{words.removedText}</Alert>
        ) : (
          <ChangeResults change={change} />
        )}
      </Stack>
    </>
  )
}

function ChangeProgress({ change }: { change: BulkChange }) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => api.bulkChanges.cancel({ params: { id: change.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.bulkChanges.get.key] }),
  })
  if (!isUnderway(change))
    return (
      <Alert kind={change.doneRequests === change.totalRequests ? 'success' : 'warning'} title={endingOf(change)}>
        {change.trouble}
      </Alert>
    )
  const tried = change.doneRequests + change.refusedRequests
  return (
    <Panel>
      <Stack>
        <Progress
          label={bulkWords[change.act].doing}
          value={tried}
          max={change.totalRequests}
          note={`${words.progress(tried, change.totalRequests)}. ${words.leave}`}
        />
        {change.trouble && <p>{change.trouble}</p>}
        {cancel.isError && <Alert kind="danger">{wordsOf(cancel.error)}</Alert>}
        <div>
          <Button isPending={cancel.isPending} onClick={() => cancel.mutate()}>
            {words.cancelRest}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
