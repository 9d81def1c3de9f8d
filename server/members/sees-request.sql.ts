import { sql } from 'kysely'

import { type Permission, permissionsOf, roles } from '#domain/roles.ts'

const rolesWith = (permission: Permission) => roles.filter((role) => permissionsOf(role).includes(permission))

/**
 * Whether the member `m` sees the form request `r`: an active user whose role may view form requests, and, where wards limit users, who has the ward
 * of the patient or assigns wards (MEM-4). The policies named ward_access hold the same for the user who makes a call.
 */
export const seesRequest = sql<boolean>`(m.is_active and m.role = any(${rolesWith('formRequest:read')}::text[]) and (
  m.role = any(${rolesWith('ward:update')}::text[])
  or not exists (select from organisations o where o.id = m.organisation_id and o.ward_access = 'assigned')
  or exists (select from member_wards w where w.organisation_id = m.organisation_id and w.member_id = m.id and w.ward_id = r.ward_id)))`
