import type { Holder } from '#domain/route-guards.ts'

type Claims = { 'forms-permissions'?: { permission_name?: unknown }[]; 'forms-roles'?: { name?: unknown }[] }

const texts = (values: unknown[]) => values.filter((value) => typeof value === 'string')

/** What the token says its holder may do (SIGN-4); undefined where the provider gives no such claims. Good for menus only: the server asks nobody's token. */
export function holderOf(profile: Record<string, unknown>, namespace: string): Holder | undefined {
  const claims = profile[namespace] as Claims | undefined // checked entry by entry below
  const permissions = claims?.['forms-permissions']
  if (!Array.isArray(permissions)) return undefined
  const roles = claims?.['forms-roles']
  return {
    permissions: texts(permissions.map((entry) => entry?.permission_name)),
    roles: texts(Array.isArray(roles) ? roles.map((entry) => entry?.name) : []),
  }
}

/** Whether two tokens allow the same. */
export const isSameHolder = (a: Record<string, unknown>, b: Record<string, unknown>, namespace: string) =>
  JSON.stringify(a[namespace]) === JSON.stringify(b[namespace])
