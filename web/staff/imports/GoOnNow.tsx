import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { ImportJob } from '#contract/imports.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Button } from '#web/ui/Button.tsx'

/** Retries a stopped import at once, also when the automatic retries have run out. */
export function GoOnNow({ job }: { job: ImportJob }) {
  const queryClient = useQueryClient()
  const goOn = useMutation({
    mutationFn: (params: { id: string }) =>
      job.status === 'reverting' ? api.imports.revert({ params, body: {} }) : api.imports.complete({ params }),
    onSuccess: (changed) => queryClient.setQueryData(q(api.imports.get, { query: { id: job.id } }).queryKey, changed),
  })
  return (
    <>
      <Button size="sm" isPending={goOn.isPending} onClick={() => goOn.mutate({ id: job.id })}>
        Try again now
      </Button>
      {goOn.isError && <span role="alert">{wordsOf(goOn.error)}</span>}
    </>
  )
}
