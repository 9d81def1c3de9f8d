import type { Context } from '#server/platform/context.ts'

import { getCurrentMember, setLastLogin } from './members.sql.ts'

export async function signInMember(ctx: Context) {
  await setLastLogin(ctx)
  return getCurrentMember(ctx)
}
