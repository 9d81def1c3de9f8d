import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiProblem } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { notify } from '#web/ui/notify.ts'

export type RequestAct =
  | { kind: 'assign'; userId: string; name: string }
  | { kind: 'close'; confirmUrgent?: boolean }
  | { kind: 'reopen'; sendMessage?: boolean }
  | { kind: 'send'; again?: boolean }
  | { kind: 'unassign' | 'remind' | 'cancel_message' | 'unlock' | 'mark_sent_in_error' }

const said: Record<RequestAct['kind'], string> = {
  assign: 'Assigned',
  unassign: 'Unassigned',
  close: 'Closed',
  reopen: 'Reopened',
  send: 'The message is queued',
  remind: 'The reminder is queued',
  cancel_message: 'The message is cancelled',
  unlock: 'The link is unlocked',
  mark_sent_in_error: 'Marked as sent in error',
}

async function send(id: string, act: RequestAct, takeOver: boolean) {
  const call = { params: { id }, body: { takeOver } }
  if (act.kind === 'close') return api.requests.close({ params: { id }, body: { takeOver, confirmUrgent: act.confirmUrgent ?? false } })
  if (act.kind === 'reopen') return api.requests.reopen({ params: { id }, body: { takeOver, sendMessage: act.sendMessage ?? false } })
  if (act.kind === 'send') return api.requests.send({ params: { id }, body: { takeOver, again: act.again ?? false } })
  if (act.kind === 'assign') return api.requests.assign({ params: { id, userId: act.userId }, body: { takeOver } })
  if (act.kind === 'cancel_message') return api.requests.cancelMessage(call)
  if (act.kind === 'unlock') return api.requests.unlock({ params: { id } })
  if (act.kind !== 'mark_sent_in_error') return api.requests[act.kind](call)
  const { results } = await api.requests.patchMany({ body: { status: 'sent_in_error', requests: [id], takeOver } })
  return results[0]
}

export type Conflict = { act: RequestAct; words: string }

type Ordered = { act: RequestAct; takeOver: boolean; /** a dialog says itself what was refused */ isInDialog: boolean }

/** One act on one request. Somebody else's control is not an error to read but a question to answer (REQ-3). */
export function useRequestAct(id: string) {
  const refresh = useRefreshRequests()
  const [conflict, setConflict] = useState<Conflict>()
  const mutation = useMutation({
    mutationFn: ({ act, takeOver }: Ordered) => send(id, act, takeOver),
    onSuccess: (answer, { act }) => {
      const refused = answer && 'done' in answer && !answer.done ? answer : undefined
      if (refused?.code === 'taken_control') return setConflict({ act, words: refused.reason ?? '' })
      setConflict(undefined)
      if (refused) return notify({ label: refused.reason ?? 'This could not be done.', kind: 'danger' })
      notify({ label: act.kind === 'assign' ? `${said.assign} to ${act.name}.` : `${said[act.kind]}.`, kind: 'success' })
    },
    onError: (error, { act, isInDialog }) => {
      if (isTaken(error)) return setConflict({ act, words: error.body?.detail ?? wordsOf(error) })
      setConflict(undefined)
      if (!isInDialog) notify({ label: wordsOf(error), kind: 'danger', timeout: 0 })
    },
    onSettled: () => refresh(),
  })
  return {
    saving: mutation,
    pending: mutation.isPending ? mutation.variables.act.kind : undefined,
    conflict,
    act: (act: RequestAct, { takeOver = false } = {}) => mutation.mutate({ act, takeOver, isInDialog: false }),
    /** From a dialog, which stays until the act is done or has become the question of taking over. */
    actInDialog: (act: RequestAct, close: () => void) =>
      mutation.mutate({ act, takeOver: false, isInDialog: true }, { onSuccess: close, onError: (error) => isTaken(error) && close() }),
    takeOver: () => conflict && mutation.mutate({ act: conflict.act, takeOver: true, isInDialog: false }),
    dismissConflict: () => setConflict(undefined),
  }
}

const isTaken = (error: unknown): error is ApiProblem => error instanceof ApiProblem && error.body?.code === 'taken_control'
