import type { RequestDetails } from '#contract/request-records.ts'
import { canBeSentAgain, isOpen } from '#web/staff/requests/delivery.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { sentLaterWords, conflictWords } from '#web/staff/requests/words.ts'

import { useRequestAct } from './use-request-act.ts'
import { notReachedWords as words, unreachableWords } from './words.ts'

/** Says that the patient cannot be reached, or has no message that leads to the form, and sends the message again. */
export function NotReached({ request }: { request: RequestDetails }) {
  const { can } = useSession()
  const { act, pending, conflict, takeOver } = useRequestAct(request)
  const mayAct = can('formRequest:update')
  const { method, status } = request.notification ?? {}
  const hasLetter = method === 'letter' && (status === 'queued' || status === 'sent')
  const letter = mayAct && request.letterRefusal === null && !hasLetter && (
    <Button size="sm" isPending={pending === 'queue_letter'} onClick={() => act({ kind: 'queue_letter' })}>
      {words.letter}
    </Button>
  )
  // The letter is the last way to reach the patient, so its own reason is told too.
  const noLetter = request.isUnreached && request.letterRefusal !== null && request.letterRefusal !== request.unreachable && (
    <p>{words.noLetter(request.letterRefusal)}</p>
  )
  // Letters are refused for the same reason only where the patient cannot be contacted in any way.
  const isMethodRefused = request.unreachable !== null && request.letterRefusal !== request.unreachable
  // The form request is assigned to a colleague: nothing was sent.
  const refusal = conflict && <p role="alert">{conflict.words}</p>
  const takingOver = conflict && (
    <Button size="sm" onClick={takeOver}>
      {conflictWords.continue}
    </Button>
  )
  const why = request.unreachable !== null && (
    <p>
      {request.unreachable} {isMethodRefused && mayAct && words.otherMethod}
    </p>
  )
  const canSendAgain = canBeSentAgain(request)
  // A reminder can go out by another method, the one that reached the patient.
  const mayRemind = request.reminderRefusal === null
  if (request.unreachable !== null && isOpen(request) && !hasLetter && (!mayRemind || (!canSendAgain && status !== 'queued')))
    return (
      <Alert
        kind="warning"
        title={isMethodRefused ? words.notAgain : unreachableWords.title}
        actions={
          <>
            {letter}
            {takingOver}
          </>
        }
      >
        {why}
        {noLetter}
        {refusal}
      </Alert>
    )
  if (!canSendAgain) return null
  const { title, text } = wordsFor(request)
  const sentAt = request.leavesAt[request.notificationMethod]
  const maySend = mayAct && request.unreachable === null
  return (
    <Alert
      kind="warning"
      title={title}
      actions={
        mayAct && (
          <>
            {maySend && (
              <Button size="sm" isPending={pending === 'send'} onClick={() => act({ kind: 'send' })}>
                {words.send}
              </Button>
            )}
            {letter}
            {takingOver}
          </>
        )
      }
    >
      <p>
        {text} {sentAt && maySend && sentLaterWords(sentAt)}
      </p>
      {why}
      {noLetter}
      {refusal}
    </Alert>
  )
}

function wordsFor({ unreached, notification }: RequestDetails) {
  if (unreached?.reason === 'not_read') return words.notRead
  if (unreached?.reason === 'not_confirmed') return words.notConfirmed
  if (notification?.status === 'cancelled' && unreached?.reason !== 'not_sent') return words.cancelled
  return notification?.status === 'failed' ? words.failed : words.notSent
}
