import type { Context } from '#server/platform/context.ts'
import { openRequest } from '#server/requests/requests.ts'
import { recordLocked } from '#server/timeline/timeline.ts'

import { findDateOfBirth, lockDoor, setAttempts } from './assignments.sql.ts'
import { deleteSessions, insertSession } from './patient-sessions.sql.ts'

/**
 * In a row, and over the life of the link: who holds the link of a patient that comes back now and then would otherwise have four more
 * guesses after each of the patient's visits.
 */
const maxWrongAttempts = { inARow: 5, inAll: 20 }

/**
 * The identity step (PTN-2). The row's lock makes attempts that come at once wait for each other, so that no more than are allowed are ever judged.
 * Answers what happened instead of throwing: a wrong attempt must be counted, not rolled back.
 */
export async function proveIdentity(
  ctx: Context,
  requestId: string,
  dateOfBirth: string,
): Promise<'wrong' | 'locked' | { secret: string }> {
  const { wrongAttempts, wrongInAll, isLocked } = await lockDoor(ctx, requestId)
  if (isLocked) return 'locked'
  if ((await findDateOfBirth(ctx, requestId)) === dateOfBirth) {
    await setAttempts(ctx, requestId, { wrongAttempts: 0, wrongInAll, isLocked: false })
    await openRequest(ctx, requestId)
    return { secret: await insertSession(ctx, requestId) }
  }
  const locks = wrongAttempts + 1 >= maxWrongAttempts.inARow || wrongInAll + 1 >= maxWrongAttempts.inAll
  await setAttempts(ctx, requestId, { wrongAttempts: wrongAttempts + 1, wrongInAll: wrongInAll + 1, isLocked: locks })
  if (!locks) return 'wrong'
  // Somebody who is not the patient has the link: devices that had passed the step pass it again once it is unlocked.
  await deleteSessions(ctx, requestId)
  await recordLocked(ctx, requestId)
  return 'locked'
}
