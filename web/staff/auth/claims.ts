import type { ClaimNames } from '#contract/app-configuration.ts'
import type { Viewer } from '#domain/route-guards.ts'

/** Whatever the list holds, the texts under this key. */
const textsOf = (entries: unknown[], key: string) =>
  entries.map((entry) => (entry as Record<string, unknown> | null | undefined)?.[key]).filter((value) => typeof value === 'string')

/** The roles and permissions of the token (SIGN-4); undefined without these claims. Good for menus only: the server asks nobody's token. */
export function viewerOf(profile: Record<string, unknown>, names: ClaimNames): Viewer | undefined {
  const claims = profile[names.namespace] as Record<string, unknown> | undefined // checked entry by entry below
  const [permissions, roles] = [claims?.[names.permissions], claims?.[names.roles]]
  if (!Array.isArray(permissions)) return undefined
  return {
    permissions: textsOf(permissions, 'permission_name'),
    roles: Array.isArray(roles) ? textsOf(roles, 'name') : [],
  }
}

/** Whether two tokens allow the same. */
export const isSameHolder = (a: Record<string, unknown>, b: Record<string, unknown>, { namespace }: ClaimNames) =>
  JSON.stringify(a[namespace]) === JSON.stringify(b[namespace])
