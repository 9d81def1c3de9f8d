import type { RequestDetails } from '#contract/request-records.ts'
import { canBeSentAgain } from '#web/staff/requests/delivery.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

import { useRequestAct } from './use-request-act.ts'
import { notReachedWords as words, unreachableWords } from './words.ts'

/** Says that the patient cannot be reached, or has no message that leads to the form, and sends the message again. */
export function NotReached({ request }: { request: RequestDetails }) {
  const { can } = useSession()
  const { act, pending } = useRequestAct(request.id)
  if (request.unreachable !== null && (request.status === 'unopened' || request.status === 'opened'))
    return (
      <Alert kind="warning" title={unreachableWords.title}>
        {request.unreachable}
      </Alert>
    )
  if (!canBeSentAgain(request)) return null
  const isFailed = request.notification?.status === 'failed'
  return (
    <Alert
      kind="warning"
      title={isFailed ? words.failed.title : words.notSent.title}
      actions={
        can('formRequest:update') && (
          <Button size="sm" isPending={pending === 'send'} onClick={() => act({ kind: 'send' })}>
            {words.send}
          </Button>
        )
      }
    >
      {isFailed ? words.failed.text : words.notSent.text}
    </Alert>
  )
}
