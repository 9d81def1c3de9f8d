import type { ClaimNames } from '#contract/app-configuration.ts'
import type { Viewer } from '#domain/route-guards.ts'

/** The strings under this key. Other entries of the list are ignored. */
const textsOf = (entries: unknown[], key: string) =>
  entries.map((entry) => (entry as Record<string, unknown> | null | undefined)?.[key]).filter((value) => typeof value === 'string')

/** The roles and permissions of the token (SIGN-4); undefined without these claims. For menus only: the server never relies on them. */
export function viewerOf(profile: Record<string, unknown>, names: ClaimNames): Viewer | undefined {
  const claims = profile[names.namespace] as Record<string, unknown> | undefined // checked entry by entry below
  const [permissions, roles] = [claims?.[names.permissions], claims?.[names.roles]]
  if (!Array.isArray(permissions)) return undefined
  return {
    permissions: textsOf(permissions, 'permission_name'),
    roles: Array.isArray(roles) ? textsOf(roles, 'name') : [],
  }
}

/** Whether two tokens hold the same roles and permissions. */
export const hasSameClaims = (a: Record<string, unknown>, b: Record<string, unknown>, { namespace }: ClaimNames) =>
  JSON.stringify(a[namespace]) === JSON.stringify(b[namespace])
