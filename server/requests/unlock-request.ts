import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { insertEvents } from '#server/timeline/timeline.ts'
import { lockRequests, unlockLink } from './request-rows.sql.ts'

/** Lets the patient try again after too many wrong dates of birth, which are counted from 0 again; the log keeps how many there were. */
export async function unlockRequest(ctx: Context, id: string) {
  const [request] = await lockRequests(ctx, [id])
  if (!request) throw new Problem('not_found')
  const counts = await unlockLink(ctx, id)
  if (!counts) throw new Problem('conflict', 'The link is not locked.')
  await insertEvents(ctx, [id], 'unlocked', counts)
  await audit(ctx, 'formRequestUnlocked', { subjectId: id, patientId: request.patientId, detail: counts })
}
