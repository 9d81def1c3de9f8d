import { idleMinutes } from '#domain/sign-in-rules.ts'
import { permissionsOf, type Role } from '#domain/roles.ts'
import type { Actor } from '#server/platform/context.ts'
import { inTransaction, rebind, type Database, type Tx } from '#server/platform/database.ts'
import type { MemberRow } from '#server/platform/directory.ts'

import { isSecondFactorRequired } from './second-factor-day.sql.ts'

const columns = ['id', 'organisation_id', 'subject', 'first_name', 'last_name', 'role'] as const

/**
 * The active member with this subject. The transaction has the subject as its key, and the policy find_by_subject opens exactly that row.
 */
export async function findActor(tx: Tx, subject: string): Promise<Actor | undefined> {
  const row = await tx.selectFrom('members').select(columns).where('subject', '=', subject).where('is_active', '=', true).executeTakeFirst()
  return row && toActor(row)
}

export const findActorById = (db: Database, organisationId: string, memberId: string): Promise<Actor | undefined> =>
  inTransaction(db, { organisationId }, (tx) => findColleague(tx, memberId))

/**
 * The active member with this subject, in a transaction that is already bound to the organisation. A second transaction could wait for
 * ever for a connection.
 */
export async function findColleague(tx: Tx, memberId: string): Promise<Actor | undefined> {
  const row = await tx.selectFrom('members').select(columns).where('id', '=', memberId).where('is_active', '=', true).executeTakeFirst()
  return row && toActor(row)
}

export const toActor = (row: MemberRow): Actor => ({
  kind: 'member',
  id: row.id,
  organisationId: row.organisation_id,
  name: `${row.first_name} ${row.last_name}`,
  permissions: permissionsOf(row.role),
  ...(row.subject && { subject: row.subject }),
})

/**
 * The claims of a member: role, permissions, whether a second factor is required, and the idle minutes that end the session (IDLE-3: for
 * clinicians, if the organisation sets a limit).
 */
export const findMembership = (db: Database, subject: string) =>
  inTransaction(db, { key: subject }, async (tx) => {
    const member = await tx
      .selectFrom('members')
      .select(['organisation_id', 'role', 'is_clinician', 'clinician_timeout'])
      .where('subject', '=', subject)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (!member) return undefined
    await rebind(tx, member.organisation_id)
    const organisation = await tx
      .selectFrom('organisations')
      .select('clinician_timeout')
      .where('id', '=', member.organisation_id)
      .executeTakeFirst()
    const role = member.role as Role // the column's check constraint holds the same five names
    return {
      role,
      permissions: permissionsOf(role),
      isSecondFactorRequired: await isSecondFactorRequired(tx, subject),
      idleMinutes: idleMinutes(
        { isClinician: member.is_clinician, clinicianTimeout: member.clinician_timeout },
        { clinicianTimeout: organisation?.clinician_timeout ?? null },
      ),
    }
  })
