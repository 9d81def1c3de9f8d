import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import type { BulkChange } from '#contract/bulk-changes.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

import { bulkWords } from '#web/staff/requests/bulk/bulk-acts.ts'
import { bulkChangePageWords as words, bulkResultWords } from '#web/staff/requests/bulk/words.ts'
import { watchChange } from './watched-changes.ts'

/** Repeats the change for the form requests that were assigned to someone else, and takes them over. */
export function TakeOver({ change, count }: { change: BulkChange; count: number }) {
  const navigate = useNavigate()
  const takeOver = useMutation({
    mutationFn: () => api.bulkChanges.takeOver({ params: { id: change.id } }),
    onSuccess: ({ id }) => {
      watchChange(id)
      return navigate({ href: pathTo('requestBulkDetails', { id }) })
    },
  })
  return (
    <Alert
      title={words.takenByOthers(count)}
      actions={
        <Button size="sm" isPending={takeOver.isPending} onClick={() => takeOver.mutate()}>
          {bulkResultWords.takeOver(bulkWords[change.act].confirm, count)}
        </Button>
      }
    >
      {words.unchanged(count)}
      {takeOver.isError && <Alert kind="danger">{wordsOf(takeOver.error)}</Alert>}
    </Alert>
  )
}
