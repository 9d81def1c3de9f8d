import { useSuspenseQuery } from '@tanstack/react-query'

import type { Permission } from '#domain/permissions.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

/** Asked once per page: whatever changes in it is told by a refusal, or by the renewed token. */
export const memberQuery = () => ({ ...q(api.members.me), staleTime: Infinity, gcTime: Infinity })
export const organisationQuery = () => ({ ...q(api.organisations.current), staleTime: 5 * 60_000, gcTime: Infinity })

/** Who is signed in, where, and what the screens may offer them. Everywhere inside the main layout. */
export function useSession() {
  const { data: member } = useSuspenseQuery(memberQuery())
  const { data: organisation } = useSuspenseQuery(organisationQuery())
  return { member, organisation, can: (permission: Permission) => member.permissions.includes(permission) }
}
