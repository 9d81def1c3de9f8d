import type { CurrentMember } from '#contract/members.ts'
import { permissionsOf, type Role } from '#domain/roles.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

export async function getCurrentMember({ tx, actor }: Context): Promise<CurrentMember> {
  const row = await tx.selectFrom('members').selectAll().where('id', '=', actor.id).executeTakeFirst()
  if (!row) throw new Problem('no_member')
  const role = row.role as Role // the column's check constraint holds the same names
  return {
    id: row.id,
    organisationId: row.organisation_id,
    firstName: row.first_name,
    lastName: row.last_name,
    emailAddress: row.email_address,
    role,
    permissions: [...permissionsOf(role)],
    isClinician: row.is_clinician,
    clinicianTimeout: row.clinician_timeout,
    language: row.language,
    timezone: row.timezone,
  }
}

export async function setLastLogin({ tx, actor }: Context) {
  await tx.updateTable('members').set({ last_login_at: new Date().toISOString() }).where('id', '=', actor.id).execute()
}
