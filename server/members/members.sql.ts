import { sql } from 'kysely'

import type { CurrentMember, Member } from '#contract/members.ts'
import { canManagePeople } from '#domain/role-abilities.ts'
import { permissionsOf, roles, type Role } from '#domain/roles.ts'
import { findSecondFactorDue } from '#server/identity/identity.ts'
import { toColumns } from '#server/platform/columns.ts'
import { staffMailChannel } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { secondFactorDay } from './second-factor-day.sql.ts'

export type MemberFields = {
  firstName?: string | undefined
  lastName?: string | undefined
  emailAddress?: string | undefined
  phoneNumber?: string | undefined
  occupation?: string | undefined
  jobTitle?: string | undefined
  role?: Role | undefined
  isClinician?: boolean | undefined
  isActive?: boolean | undefined
  language?: string | undefined
  timezone?: string | undefined
  clinicianTimeout?: number | null | undefined
  dailyEmail?: boolean | undefined
}

export async function getCurrentMember(ctx: Context): Promise<CurrentMember> {
  const { tx, actor } = ctx
  const row = await tx
    .selectFrom('members as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select([
      'm.role',
      'm.id',
      'm.organisation_id',
      'm.first_name',
      'm.last_name',
      'm.email_address',
      'm.phone_number',
      'm.occupation',
      'm.job_title',
      'm.is_clinician',
      'm.clinician_timeout',
      'm.language',
      'm.timezone',
      'm.daily_email',
      secondFactorDay.as('second_factor_day'),
    ])
    .where('m.organisation_id', '=', actor.organisationId)
    .where('m.id', '=', actor.id)
    .executeTakeFirst()
  if (!row) throw new Problem('no_member')
  const role = row.role as Role // the column's check constraint holds the same names
  return {
    id: row.id,
    organisationId: row.organisation_id,
    firstName: row.first_name,
    lastName: row.last_name,
    emailAddress: row.email_address,
    phoneNumber: row.phone_number,
    occupation: row.occupation,
    jobTitle: row.job_title,
    role,
    permissions: [...permissionsOf(role)],
    isClinician: row.is_clinician,
    clinicianTimeout: row.clinician_timeout,
    language: row.language,
    timezone: row.timezone,
    secondFactorDue: await findSecondFactorDue(ctx, row.second_factor_day),
    dailyEmail: staffMailChannel(ctx.services.config) ? row.daily_email : null,
  }
}

export async function setLastLogin({ tx, actor }: Pick<Context, 'tx' | 'actor'>) {
  await tx.updateTable('members').set({ last_login_at: new Date().toISOString() }).where('id', '=', actor.id).execute()
}

const wards = sql<{ id: string; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', w.id, 'name', w.name) order by w.name)
  from member_wards mw join wards w on w.organisation_id = mw.organisation_id and w.id = mw.ward_id
  where mw.organisation_id = m.organisation_id and mw.member_id = m.id), '[]')`

export const membersOf = (tx: Context['tx']) =>
  tx
    .selectFrom('members as m')
    .select([
      'm.id',
      'm.subject',
      'm.first_name',
      'm.last_name',
      'm.email_address',
      'm.phone_number',
      'm.occupation',
      'm.job_title',
      'm.role',
      'm.is_clinician',
      'm.is_active',
      'm.language',
      'm.timezone',
      'm.clinician_timeout',
      'm.last_login_at',
      'm.created_at',
    ])
    .select(wards.as('wards'))
type Row = Awaited<ReturnType<ReturnType<typeof membersOf>['executeTakeFirstOrThrow']>>

export async function getMember({ tx }: Context, id: string): Promise<Member> {
  const row = await membersOf(tx).where('m.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toMember(row)
}

/** Holds the row until the transaction ends. */
export async function lockMember({ tx }: Context, id: string) {
  const row = await tx
    .selectFrom('members')
    .select(['id', 'subject', 'role', 'is_active', 'email_address', 'last_login_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return {
    id: row.id,
    subject: row.subject,
    role: row.role as Role,
    isActive: row.is_active,
    emailAddress: row.email_address,
    hasSignedIn: row.last_login_at !== null,
  }
}

const administering = roles.filter(canManagePeople)

/**
 * Locks the active members who can manage users (MEM-5), so that the last two cannot be removed at the same time. Taken before other locks
 * and in order, to avoid deadlocks.
 */
export async function lockAdmins({ tx }: Context) {
  const rows = await tx
    .selectFrom('members')
    .select('id')
    .where('is_active', '=', true)
    .where('role', 'in', administering)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Users with an account, whether they are signed in or not: of the whole organisation, or the one with this email address. */
export async function findAccountHolders({ tx }: Pick<Context, 'tx'>, emailAddress: string | undefined) {
  const rows = await tx
    .selectFrom('members')
    .select(['id', 'subject'])
    .where('subject', 'is not', null)
    .$if(emailAddress !== undefined, (query) => query.where(sql`lower(email_address)`, '=', sql`lower(${emailAddress})`))
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, subject }) => (subject === null ? [] : [{ id, subject }]))
}

export async function insertMember({ tx, organisationId }: Context, fields: MemberFields, subject: string | null) {
  const { id } = await tx
    .insertInto('members')
    .values({
      organisation_id: organisationId,
      subject,
      first_name: fields.firstName!,
      last_name: fields.lastName!,
      email_address: fields.emailAddress!,
      role: fields.role!,
      ...toColumns(columnOf, fields),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setMember({ tx }: Context, id: string, fields: MemberFields) {
  const columns = toColumns(columnOf, fields)
  if (Object.keys(columns).length) await tx.updateTable('members').set(columns).where('id', '=', id).execute()
}

const columnOf = {
  firstName: 'first_name',
  lastName: 'last_name',
  emailAddress: 'email_address',
  phoneNumber: 'phone_number',
  occupation: 'occupation',
  jobTitle: 'job_title',
  role: 'role',
  isClinician: 'is_clinician',
  isActive: 'is_active',
  language: 'language',
  timezone: 'timezone',
  clinicianTimeout: 'clinician_timeout',
  dailyEmail: 'daily_email',
} as const satisfies Record<keyof MemberFields, string>

export const toMember = (row: Row): Member => ({
  id: row.id,
  auth0Id: row.subject,
  firstName: row.first_name,
  lastName: row.last_name,
  emailAddress: row.email_address,
  phoneNumber: row.phone_number,
  occupation: row.occupation,
  jobTitle: row.job_title,
  role: row.role as Role, // likewise
  isClinician: row.is_clinician,
  isActive: row.is_active,
  language: row.language,
  timezone: row.timezone,
  clinicianTimeout: row.clinician_timeout,
  lastLoginAt: row.last_login_at,
  createdAt: row.created_at,
  wards: row.wards,
})
