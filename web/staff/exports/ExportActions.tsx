import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { ExportJob } from '#contract/exports.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useSession } from '#web/staff/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { notify } from '#web/ui/notify.ts'

import { isUnderway, exportActionWords as words } from './words.ts'

/** Downloads the file of a finished export, or stops a running one. */
export function ExportActions({ job }: { job: ExportJob }) {
  const stop = useStopExport()
  const which = <VisuallyHidden>{words.requestedOn(formatDateTime(job.createdAt))}</VisuallyHidden>
  if (job.downloadUrl)
    return (
      <ButtonLink size="sm" href={job.downloadUrl}>
        {words.download}
        {which}
      </ButtonLink>
    )
  if (!isUnderway(job)) return null
  return (
    <Button size="sm" isPending={stop.isPending} onClick={() => stop.mutate({ params: { id: job.id } })}>
      {words.stop}
      {which}
    </Button>
  )
}

/** Stops a running export and refreshes every list and dialog that shows the export. */
export function useStopExport() {
  const { can } = useSession()
  const queryClient = useQueryClient()
  const isEverywhere = can('admin::*')
  const shown = isEverywhere ? [api.exports.listEverywhere, api.exports.getEverywhere] : [api.exports.list, api.exports.get]
  return useMutation({
    mutationFn: (request: { params: { id: string } }) => (isEverywhere ? api.exports.stopEverywhere(request) : api.exports.stop(request)),
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
    onSettled: () => Promise.all(shown.map(({ key }) => queryClient.invalidateQueries({ queryKey: [key] }))),
  })
}
