import { transition } from '#domain/request-status.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { insertEvents } from '#server/timeline/timeline.ts'
import { changeRequests, lockRequests } from './request-rows.sql.ts'

/** The patient has sent their answers. Undefined when the request is not open to them: two who press at once are told apart by the row's lock. */
export async function completeRequest(ctx: Context, id: string) {
  const [request] = await lockRequests(ctx, [id])
  const status = request && transition('submit', request)
  if (!status) return undefined
  await changeRequests(ctx, [id], { status, completedAt: new Date().toISOString() })
  await insertEvents(ctx, [id], 'completed')
  await audit(ctx, 'formRequestSubmitted', { subjectId: id, patientId: request.patientId })
  return { patientId: request.patientId }
}

/** A red flag makes a form request urgent. Which flag it was is kept with the answers, where reading it is audited. */
export async function flagRequest(ctx: Context, id: string) {
  await changeRequests(ctx, [id], { isUrgent: true })
  await insertEvents(ctx, [id], 'flagged')
}
