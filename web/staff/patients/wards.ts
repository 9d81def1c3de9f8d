import { useQuery } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useSession } from '#web/staff/session.ts'

/** The wards to choose from; none while they are on their way, or when one may not see them. */
export function useWardOptions() {
  const { organisation, can } = useSession()
  const { data } = useQuery({
    ...q(api.wards.list, { params: { id: organisation.id }, query: {} }),
    enabled: can('ward:read'),
    staleTime: 5 * 60_000,
  })
  return (data?.docs ?? []).map(({ id, name }) => ({ value: id, label: name }))
}
