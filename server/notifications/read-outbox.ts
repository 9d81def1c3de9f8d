import type { outbox } from '#contract/notifications.ts'
import type { Input } from '#contract/route.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { countOutbox, listOutbox } from './outbox.sql.ts'

/** Only where messages stay in the house: in a demonstration, or where no provider was configured and they can go nowhere else. */
export async function readOutbox(ctx: Context, { query: { page, limit, filters } }: Input<typeof outbox.list>) {
  const { DEMO, NOTIFICATION_TRANSPORT } = ctx.services.config
  if (!DEMO && NOTIFICATION_TRANSPORT !== 'outbox') throw new Problem('not_found')
  // Invitations and password resets open a colleague's account: shown in a demonstration only, to those who may send them.
  // What a demonstration left behind opens patients' forms: not shown once it is over.
  const wanted = { ...filters, withLinks: DEMO, withStaffMail: DEMO && ctx.actor.permissions.includes('member:update') }
  const [docs, totalDocs] = await Promise.all([listOutbox(ctx, wanted, page, limit), countOutbox(ctx, wanted)])
  return { docs, page, totalDocs }
}
