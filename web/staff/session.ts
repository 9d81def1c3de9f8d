import { useSuspenseQuery } from '@tanstack/react-query'

import type { Permission } from '#domain/roles.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

export const memberQuery = q(api.members.me)
export const organisationQuery = q(api.organisations.current)

/** Who is signed in, where, and what the screens may offer them. Everywhere inside the main layout. */
export function useSession() {
  const { data: member } = useSuspenseQuery(memberQuery)
  const { data: organisation } = useSuspenseQuery(organisationQuery)
  return { member, organisation, can: (permission: Permission) => member.permissions.includes(permission) }
}
