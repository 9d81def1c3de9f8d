import type { outbox as outboxRoutes } from '#contract/notifications.ts'
import type { Input } from '#contract/route.ts'
import { notificationMethods } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import type { Channel, OutgoingMessage } from './channel.ts'
import { countOutbox, insertOutboxMessage, listOutbox } from './outbox.sql.ts'

/**
 * Outside a demonstration the outbox holds no links, because a link opens a patient's form or a colleague's account
 * (docs/decisions/0005-patient-links.md).
 */
const withoutLinks = (message: OutgoingMessage): OutgoingMessage => ({
  ...message,
  subject: removeLinks(message.subject),
  body: removeLinks(message.body),
})

const removeLinks = (text: string) => text.replace(/https?:\/\/\S+/gi, '[link not kept]')

/** Keeps messages in the database instead of sending them: for demonstrations, and for installations without a provider. */
export const outbox: Channel = {
  name: 'outbox',
  label: 'The outbox',
  from: (fromName) => fromName,
  account: 'outbox',
  providerAccount: 'outbox',
  methods: notificationMethods,
  keep: (ctx, message) => insertOutboxMessage(ctx, ctx.services.config.DEMO ? message : withoutLinks(message)),
}

/** The messages in the outbox. Throws not_found if messages are sent. */
export async function readOutbox(ctx: Context, { query: { page, limit, filters } }: Input<typeof outboxRoutes.list>) {
  const { DEMO, NOTIFICATION_TRANSPORT } = ctx.services.config
  if (!DEMO && !NOTIFICATION_TRANSPORT.includes('outbox')) throw new Problem('not_found')
  // Invitations and password resets open an account. Only a demonstration shows them, to members who may send them. Messages of an earlier
  // demonstration contain links to patients' forms, so they are hidden.
  const wanted = { ...filters, withLinks: DEMO, withStaffMail: DEMO && ctx.actor.permissions.includes('member:update') }
  const [docs, totalDocs] = await Promise.all([listOutbox(ctx, wanted, page, limit), countOutbox(ctx, wanted)])
  return { docs, page, totalDocs }
}
