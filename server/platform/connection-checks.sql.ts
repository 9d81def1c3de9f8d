import type pg from 'pg'

import { notStandbyError, readOnlyError } from './database-client.sql.ts'

type Session = {
  role: string
  isReadOnly: boolean
  isStandby: boolean
  isPowerful: boolean
  isOwner: boolean
  timeZone: string
  rowSecurity: string
  replicationRole: string
  maySwitchTriggersOff: boolean
  binding: string
}

/** A connection that would weaken the isolation of organisations or the audit log. Its message is for the operator. */
export class UnsafeConnection extends Error {
  override name = 'UnsafeConnection'
  code = 'unsafe_connection'
}

/**
 * Throws unless a new connection of the application has the role and the settings that row-level security and the audit log depend on. A
 * pooler may drop the options of a connection, or give it a session that another program has changed.
 */
export async function checkApplication(client: pg.ClientBase) {
  const session = await readSession(client)
  if (session.isReadOnly) throw readOnlyError()
  refuseUnsafe(session, 'DATABASE_URL')
}

/** The same for a connection that reads from a standby: throws unless its server is one. */
export async function checkStandby(client: pg.ClientBase) {
  const session = await readSession(client)
  if (!session.isStandby) throw notStandbyError()
  refuseUnsafe(session, 'DATABASE_READ_URL')
}

async function readSession(client: pg.ClientBase) {
  const { rows } = await client.query<Session>(`
    select rolname as role, pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly",
      pg_is_in_recovery() as "isStandby", rolsuper or rolbypassrls as "isPowerful",
      coalesce(pg_has_role(rolname, (select relowner from pg_class where oid = to_regclass('public.schema_migrations')), 'member'), false) as "isOwner",
      current_setting('TimeZone') as "timeZone", current_setting('row_security') as "rowSecurity",
      current_setting('session_replication_role') as "replicationRole",
      has_parameter_privilege(current_user, 'session_replication_role', 'set') as "maySwitchTriggersOff",
      concat(current_setting('app.organisation_id', true), current_setting('app.key', true), current_setting('app.member_id', true)) as binding
    from pg_roles where rolname = current_user`)
  return rows[0]!
}

function refuseUnsafe(session: Session, variable: 'DATABASE_URL' | 'DATABASE_READ_URL') {
  const problem = findProblem(session)
  if (problem) throw new UnsafeConnection(`${variable}: ${problem}`)
}

function findProblem({ role, isPowerful, isOwner, timeZone, rowSecurity, replicationRole, maySwitchTriggersOff, binding }: Session) {
  if (isPowerful || isOwner)
    return `a connection has the rights of ${role}, who ${isOwner ? 'owns the tables' : 'may read every organisation'}. A connection pooler has probably dropped the role: use the address of a role that has the rights of the application alone`
  if (timeZone !== 'UTC') return `a connection has the time zone ${timeZone}. Run as the owner: alter role ${role} set timezone = 'UTC'`
  if (rowSecurity !== 'on') return 'a connection has row_security off. Remove that setting of the role or the database'
  if (replicationRole !== 'origin') return 'a connection has session_replication_role set. Remove that setting of the role or the database'
  if (maySwitchTriggersOff)
    return `the role ${role} may set session_replication_role, and so write to the audit log without its triggers. Run as a superuser: revoke set on parameter session_replication_role from ${role}`
  if (binding !== '')
    return 'a new connection is bound to an organisation already. Let the connection pooler reset its sessions (discard all)'
  return undefined
}
