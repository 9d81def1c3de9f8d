import type { events } from '#contract/events.ts'
import type { HandlerResult, Input } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { findLastPosition, listEvents, payloadOf } from './events.sql.ts'
import { requireEveryWard } from './manage-webhooks.ts'

type List = typeof events.list

/** The events after a cursor. A call without events shows no patient and is not audited, because systems call every few seconds. */
export async function readEvents(ctx: Context, { query: { after, limit } }: Input<List>): Promise<HandlerResult<List>> {
  await requireEveryWard(ctx)
  const from = Number(after ?? 0)
  const found = await listEvents(ctx, from, limit + 1)
  // Read after the events: an event that gets its position in between is missing only from this answer.
  const last = found.length > 0 ? undefined : await findLastPosition(ctx)
  if (last !== undefined && from > last) throw fieldProblem('after', 'Cursor is not valid.')
  const docs = found.slice(0, limit)
  if (docs.length > 0) await audit(ctx, 'eventsRead', { patientIds: [...new Set(docs.map(({ patient_id }) => patient_id))] })
  // Positions have no gaps, so a gap shows that events were removed.
  const nextPosition = docs[0]?.position ?? last! + 1 // without events the last position was read
  return {
    docs: docs.map((row) => payloadOf(ctx.services.config.PUBLIC_URL, row)),
    cursor: String(docs.at(-1)?.position ?? last),
    isComplete: after === undefined || nextPosition === from + 1,
    hasMore: found.length > limit,
  }
}
