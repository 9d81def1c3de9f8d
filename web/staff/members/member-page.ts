import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import type { memberList } from '#web/staff/searches.ts'

/** One page of an organisation's users, with removed users on demand. */
export function memberPage(organisationId: string, { filters, ...query }: ReturnType<typeof memberList.queryOf>) {
  const { clinician, removed, ...others } = filters
  return q(api.members.list, {
    params: { id: organisationId },
    query: { ...query, filters: { ...others, ...(clinician && { clinician }), ...(!removed && { active: true }) } },
  })
}
