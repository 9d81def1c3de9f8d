import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { ImportJob } from '#contract/imports.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Button } from '#web/ui/Button.tsx'

import { importProgressWords as words } from './words.ts'

/** Retries a stopped import at once, also when the automatic retries have run out. */
export function RetryNow({ job }: { job: ImportJob }) {
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: (params: { id: string }) =>
      job.status === 'reverting' ? api.imports.revert({ params, body: {} }) : api.imports.complete({ params, body: {} }),
    onSuccess: (changed) => queryClient.setQueryData(q(api.imports.get, { query: { id: job.id } }).queryKey, changed),
  })
  return (
    <>
      <Button size="sm" isPending={retry.isPending} onClick={() => retry.mutate({ id: job.id })}>
        {words.retry}
      </Button>
      {retry.isError && <span role="alert">{wordsOf(retry.error)}</span>}
    </>
  )
}
