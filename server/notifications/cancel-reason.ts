import type { MessageReason } from '#domain/message-reasons.ts'

import type { Sending } from './sending.sql.ts'

/** What decides whether a message of any method is still needed. */
export type StillNeeded = {
  request: Pick<Sending['request'], 'status' | 'expiresAt'>
  patient: Pick<Sending['patient'], 'isDeceased' | 'isArchived' | 'mayBeContacted'>
}

/** The reason why a patient must not get a message about a form request, by whatever method. Undefined if they may. */
export function cancelReason({ request, patient }: StillNeeded): MessageReason | undefined {
  const ended = endedReason(patient)
  if (ended) return ended
  if (!['unopened', 'opened'].includes(request.status)) return { code: 'not_open', words: 'The form request was no longer open.' }
  if (new Date(request.expiresAt) < new Date()) return { code: 'expired', words: 'The form request had expired.' }
  if (!patient.mayBeContacted) return { code: 'not_to_be_contacted', words: 'The patient does not want to be contacted.' }
  return undefined
}

function endedReason({ isDeceased, isArchived }: StillNeeded['patient']): MessageReason | undefined {
  if (isDeceased) return { code: 'deceased', words: 'The patient has died.' }
  return isArchived ? { code: 'archived', words: 'The patient is archived.' } : undefined
}

/** The same for the message about a removal from the waiting list, whose form request has been answered. */
export function removalCancelReason({ patient, removalFinalAt }: Pick<StillNeeded, 'patient'> & Pick<Sending, 'removalFinalAt'>) {
  const ended = endedReason(patient)
  if (ended) return ended
  if (removalFinalAt === null) return { code: 'not_open', words: 'The removal was no longer approved.' } satisfies MessageReason
  return patient.mayBeContacted
    ? undefined
    : ({ code: 'not_to_be_contacted', words: 'The patient does not want to be contacted.' } satisfies MessageReason)
}
