import type { Context } from '#server/platform/context.ts'

import type { Message } from './compose-message.ts'
import { insertOutboxMessage, insertStaffMail } from './outbox.sql.ts'

type Mail = { to: string; subject: string; body: string }

/**
 * Call a demonstration the outbox holds no links, because a link opens a patient's form or a colleague's account
 * (docs/decisions/0005-patient-links.md).
 */
const withoutLinks = <Text extends { subject: string; body: string }>(text: Text): Text => ({
  ...text,
  subject: removeLinks(text.subject),
  body: removeLinks(text.body),
})

const removeLinks = (text: string) => text.replace(/https?:\/\/\S+/gi, '[link not kept]')

/** Keeps a patient's message in the database instead of sending it. */
export const keepMessage = (ctx: Context, message: Message) =>
  insertOutboxMessage(ctx, ctx.services.config.DEMO ? message : withoutLinks(message))

/** Keeps a colleague's mail in the database instead of sending it. */
export const keepStaffMail = (ctx: Context, mail: Mail) => insertStaffMail(ctx, ctx.services.config.DEMO ? mail : withoutLinks(mail))
