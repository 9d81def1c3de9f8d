import { keepsPasswords } from '#server/identity/keeps-passwords.ts'
import { makeLink } from '#server/identity/one-time-links/make-link.ts'
import type { Context } from '#server/platform/context.ts'

/** Where somebody goes who was called in: a new one-time link, or where accounts live elsewhere our own door, since signing in there is all it takes. */
export const addressToBegin = async (ctx: Context, purpose: 'invitation' | 'reset', subject: string | null) =>
  keepsPasswords(ctx.floor.config) && subject ? makeLink(ctx, subject, purpose) : `${ctx.floor.config.PUBLIC_URL}/`
