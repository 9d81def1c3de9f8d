import type { Context } from '#server/platform/context.ts'
import { openRequest } from '#server/requests/open-request.ts'
import { recordLocked } from '#server/requests/record-on-timeline.ts'

import { findDateOfBirth, lockDoor, setAttempts } from './patient-door.sql.ts'
import { deleteSessions, insertSession } from './patient-sessions.sql.ts'

const mostWrongAttempts = 5

/**
 * The identity step (PTN-2). The row's lock makes attempts that come at once wait for each other, so that no more than five are ever judged.
 * Answers what happened instead of throwing: a wrong attempt must be counted, not rolled back.
 */
export async function proveIdentity(
  ctx: Context,
  requestId: string,
  dateOfBirth: string,
): Promise<'wrong' | 'locked' | { secret: string }> {
  const { wrongAttempts, isLocked } = await lockDoor(ctx, requestId)
  if (isLocked) return 'locked'
  if ((await findDateOfBirth(ctx, requestId)) === dateOfBirth) {
    await setAttempts(ctx, requestId, 0, false)
    await openRequest(ctx, requestId)
    return { secret: await insertSession(ctx, requestId) }
  }
  const locks = wrongAttempts + 1 >= mostWrongAttempts
  await setAttempts(ctx, requestId, wrongAttempts + 1, locks)
  if (!locks) return 'wrong'
  // Somebody who is not the patient has the link: devices that had passed the step pass it again once it is unlocked.
  await deleteSessions(ctx, requestId)
  await recordLocked(ctx, requestId)
  return 'locked'
}
