import { keepsPasswords } from '#server/identity/keeps-passwords.ts'
import { makeLink } from '#server/identity/one-time-links/make-link.ts'
import type { Context } from '#server/platform/context.ts'

/** The address in an invitation: a one-time link to set a password, or the sign-in page when accounts belong to another provider. */
export const addressToBegin = async (ctx: Context, purpose: 'invitation' | 'reset', subject: string | null) =>
  keepsPasswords(ctx.services.config) && subject ? makeLink(ctx, subject, purpose) : `${ctx.services.config.PUBLIC_URL}/`
