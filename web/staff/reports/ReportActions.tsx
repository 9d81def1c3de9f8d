import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Report } from '#contract/reports.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { notify } from '#web/ui/notify.ts'

import { reportActionWords as words } from './words.ts'

const onError = (error: unknown) => notify({ label: wordsOf(error), kind: 'danger' })

/** Downloads a completed report, or runs a failed report again. */
export function ReportActions({ report: { id, status, organisation, month } }: { report: Report }) {
  const queryClient = useQueryClient()
  const run = useMutation({
    mutationFn: api.reports.run,
    onError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.reports.list.key] }),
  })
  const which = <VisuallyHidden>{words.reportOf(organisation.name, month)}</VisuallyHidden>
  if (status === 'completed')
    return (
      <DownloadButton size="sm" fetchFile={() => api.reports.download({ params: { id } })}>
        {words.download}
        {which}
      </DownloadButton>
    )
  if (status === 'failed')
    return (
      <Button size="sm" isPending={run.isPending} onClick={() => run.mutate({ params: { id } })}>
        {words.runAgain}
        {which}
      </Button>
    )
  return null
}
