import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiProblem } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { notify } from '#web/ui/notify.ts'

export type RequestAct =
  { kind: 'assign'; userId: string; name: string } | { kind: 'unassign' | 'close' | 'reopen' | 'unlock' | 'mark_sent_in_error' }

const said: Record<RequestAct['kind'], string> = {
  assign: 'Assigned',
  unassign: 'Unassigned',
  close: 'Closed',
  reopen: 'Reopened',
  unlock: 'The link is unlocked',
  mark_sent_in_error: 'Marked as sent in error',
}

async function send(id: string, act: RequestAct, takeOver: boolean) {
  const call = { params: { id }, body: { takeOver } }
  if (act.kind === 'assign') return api.requests.assign({ params: { id, userId: act.userId }, body: { takeOver } })
  if (act.kind === 'unlock') return api.requests.unlock({ params: { id } })
  if (act.kind !== 'mark_sent_in_error') return api.requests[act.kind](call)
  const { results } = await api.requests.patchMany({ body: { status: 'sent_in_error', requests: [id], takeOver } })
  return results[0]
}

export type Conflict = { act: RequestAct; words: string }

/** One act on one request. Somebody else's control is not an error to read but a question to answer (REQ-3). */
export function useRequestAct(id: string) {
  const refresh = useRefreshRequests()
  const [conflict, setConflict] = useState<Conflict>()
  const mutation = useMutation({
    mutationFn: ({ act, takeOver }: { act: RequestAct; takeOver: boolean }) => send(id, act, takeOver),
    onSuccess: (answer, { act }) => {
      const refused = answer && 'done' in answer && !answer.done ? answer : undefined
      if (refused?.code === 'taken_control') return setConflict({ act, words: refused.reason ?? '' })
      setConflict(undefined)
      if (refused) return notify({ label: refused.reason ?? 'This could not be done.', kind: 'danger' })
      notify({ label: act.kind === 'assign' ? `${said.assign} to ${act.name}.` : `${said[act.kind]}.`, kind: 'success' })
    },
    onError: (error, { act }) => {
      const isTaken = error instanceof ApiProblem && error.body?.code === 'taken_control'
      if (isTaken) return setConflict({ act, words: error.body?.detail ?? wordsOf(error) })
      setConflict(undefined)
      notify({ label: wordsOf(error), kind: 'danger', timeout: 0 })
    },
    onSettled: () => refresh(),
  })
  return {
    isPending: mutation.isPending,
    pending: mutation.isPending ? mutation.variables.act.kind : undefined,
    conflict,
    act: (act: RequestAct) => mutation.mutate({ act, takeOver: false }),
    takeOver: () => conflict && mutation.mutate({ act: conflict.act, takeOver: true }),
    giveIn: () => setConflict(undefined),
  }
}
