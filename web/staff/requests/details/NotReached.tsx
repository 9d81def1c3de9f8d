import type { RequestDetails } from '#contract/request-records.ts'
import { canBeSentAgain } from '#web/staff/requests/delivery.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

import { useRequestAct } from './use-request-act.ts'

/** Says that the patient has no message that leads to the form, and sends the message again. */
export function NotReached({ request }: { request: RequestDetails }) {
  const { can } = useSession()
  const { act, pending } = useRequestAct(request.id)
  if (!canBeSentAgain(request)) return null
  const isFailed = request.notification?.status === 'failed'
  return (
    <Alert
      kind="warning"
      title={isFailed ? 'The message was not delivered' : 'The message has not been sent'}
      actions={
        can('formRequest:update') && (
          <Button size="sm" isPending={pending === 'send'} onClick={() => act({ kind: 'send' })}>
            Send message
          </Button>
        )
      }
    >
      {isFailed
        ? 'The patient did not get the last message. Check the contact details before you send the message again.'
        : 'The form request was reopened without a message. The patient does not know that the form is open again.'}
    </Alert>
  )
}
