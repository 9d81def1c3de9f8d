import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import type { IdentityCheck } from '#domain/answering.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useUndo } from '#web/staff/requests/use-undo.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { useShowAssigned } from '#web/staff/requests/show-assigned.ts'
import { isTaken, takenWords } from '#web/staff/requests/taken-control.ts'
import { useSession } from '#web/staff/session.ts'
import { notify } from '#web/ui/notify.ts'
import { sentLaterWords } from '#web/staff/requests/words.ts'

import { type Before, type Undo, undoOf } from './undo-act.ts'

export type RequestAct =
  | { kind: 'assign'; userId: string; name: string }
  | { kind: 'close'; confirmUrgent: boolean; isUnanswered: boolean; outcomeId: string; note: string }
  | { kind: 'set_outcome'; outcomeId: string }
  | { kind: 'set_waiting_since'; waitingSince: string | null }
  | { kind: 'reopen'; sendMessage?: boolean }
  | { kind: 'send'; again?: boolean }
  | { kind: 'queue_letter'; again?: boolean }
  | { kind: 'unlock'; identityCheck: IdentityCheck }
  | { kind: 'unassign' | 'remind' | 'cancel_message' | 'mark_sent_in_error' }

const said: Record<RequestAct['kind'], string> = {
  assign: 'Assigned',
  unassign: 'Unassigned',
  close: 'Closed',
  set_outcome: 'The outcome is saved',
  set_waiting_since: 'The date is saved',
  reopen: 'Reopened',
  send: 'The message is queued',
  remind: 'The reminder is queued',
  queue_letter: 'The letter waits to be printed',
  cancel_message: 'The message is cancelled',
  unlock: 'The link is unlocked',
  mark_sent_in_error: 'Marked as sent in error',
}

/** Acts that queue a message, so that the user is told when it leaves. */
const queueing: readonly RequestAct['kind'][] = ['send', 'remind', 'reopen']

async function send(id: string, act: RequestAct, takeOver: boolean) {
  const call = { params: { id }, body: { takeOver } }
  if (act.kind === 'close') {
    const { confirmUrgent, isUnanswered, outcomeId, note } = act
    const body = {
      takeOver,
      confirmUrgent,
      ...(isUnanswered && { isUnanswered }),
      ...(outcomeId && { outcomeId }),
      ...(note.trim() && { note }),
    }
    return api.requests.close({ params: { id }, body })
  }
  if (act.kind === 'set_outcome') return api.requests.setOutcome({ params: { id }, body: { takeOver, outcomeId: act.outcomeId } })
  if (act.kind === 'set_waiting_since')
    return api.requests.setWaitingSince({ params: { id }, body: { takeOver, waitingSince: act.waitingSince } })
  if (act.kind === 'reopen') return api.requests.reopen({ params: { id }, body: { takeOver, sendMessage: act.sendMessage ?? false } })
  if (act.kind === 'send') return api.requests.send({ params: { id }, body: { takeOver, again: act.again ?? false } })
  if (act.kind === 'queue_letter') return api.requests.letter({ params: { id }, body: { takeOver, again: act.again ?? false } })
  if (act.kind === 'assign') return api.requests.assign({ params: { id, userId: act.userId }, body: { takeOver } })
  if (act.kind === 'cancel_message') return api.requests.cancelMessage(call)
  if (act.kind === 'unlock') return api.requests.unlock({ params: { id }, body: { identityCheck: act.identityCheck } })
  if (act.kind !== 'mark_sent_in_error') return api.requests[act.kind](call)
  const { results } = await api.requests.patchMany({ body: { status: 'sent_in_error', requests: [id], takeOver } })
  return results[0]
}

export type Conflict = Pick<Ordered, 'act' | 'onDone'> & { words: string }

type Ordered = {
  act: RequestAct
  takeOver: boolean
  /** a dialog says itself what was refused */
  isInDialog: boolean
  /** called when the act is done, also when it is done only after taking over */
  onDone?: (() => void) | undefined
  undo: Undo | undefined
}

/** One act on one request. Somebody else's control is not an error to read but a question to answer (REQ-3). */
export function useRequestAct(before: Before) {
  const { id } = before
  const { member } = useSession()
  const refresh = useRefreshRequests()
  const undoing = useUndo()
  const showAssigned = useShowAssigned()
  const [conflict, setConflict] = useState<Conflict>()
  // The second press of a double press comes before the first has made the mutation pending.
  const isRunning = useRef(false)
  const mutation = useMutation({
    mutationFn: ({ act, takeOver }: Ordered) => send(id, act, takeOver),
    onMutate: ({ act, takeOver }) => (act.kind === 'assign' && act.userId === member.id && !takeOver ? showAssigned([before]) : undefined),
    onSuccess: (answer, { act, onDone, undo }) => {
      const refused = answer && 'done' in answer && !answer.done ? answer : undefined
      if (refused?.code === 'taken_control') return setConflict({ act, words: refused.reason ?? '', onDone })
      setConflict(undefined)
      if (refused) return notify({ label: refused.reason ?? 'This could not be done.', kind: 'danger' })
      const leavesAt = queueing.includes(act.kind) && answer && 'notification' in answer ? answer.notification?.leavesAt : undefined
      const sentLater = leavesAt ? ` ${sentLaterWords(leavesAt)}` : ''
      const closedAt = answer && 'closedAt' in answer && typeof answer.closedAt === 'string' ? answer.closedAt : undefined
      notify({
        label: act.kind === 'assign' ? `${said.assign} to ${act.name}.` : `${said[act.kind]}.${sentLater}`,
        kind: 'success',
        undo: undo && undoing([id], () => undo(closedAt)),
      })
      onDone?.()
    },
    onError: (error, { act, isInDialog, onDone }, showUnassigned) => {
      showUnassigned?.()
      if (isTaken(error)) return setConflict({ act, words: takenWords(error), onDone })
      setConflict(undefined)
      if (!isInDialog) notify({ label: wordsOf(error), kind: 'danger', timeout: 0 })
    },
    onSettled: () => {
      isRunning.current = false
      return refresh()
    },
  })
  const undoFor = (act: RequestAct) => undoOf(act, before, member.id)
  return {
    saving: mutation,
    pending: mutation.isPending ? mutation.variables.act.kind : undefined,
    conflict,
    act: (act: RequestAct, { takeOver = false } = {}) => mutation.mutate({ act, takeOver, isInDialog: false, undo: undoFor(act) }),
    /** From a dialog, which stays with what was typed until the act is done, also while the user is asked about taking over. */
    actInDialog: (act: RequestAct, close: () => void, onDone?: () => void) => {
      if (isRunning.current) return
      isRunning.current = true
      const finish = () => {
        close()
        onDone?.()
      }
      mutation.mutate({ act, takeOver: false, isInDialog: true, onDone: finish, undo: undoFor(act) })
    },
    // Without an undo: the screen did not know of the colleague, so an undo would leave the colleague's form request with nobody.
    takeOver: () => conflict && mutation.mutate({ ...conflict, takeOver: true, isInDialog: false, undo: undefined }),
    dismissConflict: () => setConflict(undefined),
  }
}
