import { permissionsOf, type Role } from '#domain/roles.ts'
import type { Actor } from '#server/platform/context.ts'
import { inTransaction, type Database } from '#server/platform/database.ts'

const columns = ['id', 'organisation_id', 'subject', 'first_name', 'last_name', 'role'] as const

/** The active member with this subject, looked up before any organisation is known: the policy find_by_subject opens exactly that row. */
export const findActorBySubject = (db: Database, subject: string): Promise<Actor | undefined> =>
  inTransaction(db, { key: subject }, async (tx) => {
    const row = await tx.selectFrom('members').select(columns).where('subject', '=', subject).where('is_active', '=', true).executeTakeFirst()
    return row && toActor(row)
  })

export const findActorById = (db: Database, organisationId: string, memberId: string): Promise<Actor | undefined> =>
  inTransaction(db, { organisationId }, async (tx) => {
    const row = await tx.selectFrom('members').select(columns).where('id', '=', memberId).where('is_active', '=', true).executeTakeFirst()
    return row && toActor(row)
  })

type Row = { id: string; organisation_id: string; subject: string | null; first_name: string; last_name: string; role: string }

const toActor = (row: Row): Actor => ({
  kind: 'member',
  id: row.id,
  organisationId: row.organisation_id,
  name: `${row.first_name} ${row.last_name}`,
  permissions: permissionsOf(row.role as Role), // the column's check constraint holds the same five names
  ...(row.subject && { subject: row.subject }),
})
