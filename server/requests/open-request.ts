import { transition } from '#domain/request-status.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { insertEvents } from '#server/timeline/timeline.ts'
import { changeRequests, lockRequests } from './request-rows.sql.ts'

/** The patient has proved who they are: only that opens a request, never the mere visit of a link preview. */
export async function openRequest(ctx: Context, id: string) {
  const [request] = await lockRequests(ctx, [id])
  const status = request && transition('open', request)
  if (!status) return // opened before, on this device or another
  await changeRequests(ctx, [id], { status, openedAt: new Date().toISOString() })
  await insertEvents(ctx, [id], 'opened')
  await audit(ctx, 'formRequestOpened', { subjectId: id, patientId: request.patientId })
}
