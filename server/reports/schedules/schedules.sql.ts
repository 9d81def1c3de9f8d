import { sql } from 'kysely'

import type { ReportSchedule } from '#contract/reports.ts'
import type { ReportType } from '#domain/exports.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

/** The month after the one that a date belongs to, as 'YYYY-MM'. */
const nextMonth = sql<string | null>`case when s.is_active then to_char(s.done_month + interval '1 month', 'YYYY-MM') end`

/** Those of the organisation, or of every organisation for a system administrator (the policy `system_reads` of the table). */
const inReach = ({ organisationId }: Context) =>
  organisationId === systemOrganisationId ? sql<boolean>`true` : sql<boolean>`s.organisation_id = ${organisationId}::uuid`

const selectSchedules = (ctx: Context) =>
  ctx.tx
    .selectFrom('report_schedules as s')
    .innerJoin('organisations as o', 'o.id', 's.organisation_id')
    .select(['s.id', 's.type', 's.organisation_id', 'o.name', 's.member_id', 's.member_name', 's.is_active', 's.stop_reason', 's.failure'])
    .select(['s.last_sent_at', 's.created_by_name', 's.created_at'])
    .select(nextMonth.as('next_month'))
    .where(inReach(ctx))
type Row = Awaited<ReturnType<ReturnType<typeof selectSchedules>['executeTakeFirstOrThrow']>>

const toSchedule = (row: Row): ReportSchedule => ({
  id: row.id,
  type: row.type as ReportType, // a check constraint holds the same two
  organisation: { id: row.organisation_id, name: row.name },
  member: { id: row.member_id, name: row.member_name },
  isActive: row.is_active,
  stopReason: row.stop_reason,
  failure: row.failure,
  nextMonth: row.next_month,
  lastSentAt: row.last_sent_at,
  createdBy: row.created_by_name,
  createdAt: row.created_at,
})

/** A schedule of the member's own organisation, or of any for a system administrator. Throws not_found. */
export async function getSchedule(ctx: Context, id: string): Promise<ReportSchedule> {
  const row = await selectSchedules(ctx).where('s.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toSchedule(row)
}

type Page = { page: number; limit: number; sort?: 'createdAt' | '-createdAt' | undefined; filters: { active?: boolean | undefined } }

/** Newest first, unless asked otherwise. */
export async function listSchedules(ctx: Context, { page, limit, sort = '-createdAt', filters: { active } }: Page) {
  const isWanted = active === undefined ? sql<boolean>`true` : sql<boolean>`s.is_active = ${active}`
  const counted = ctx.tx
    .selectFrom('report_schedules as s')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(inReach(ctx))
    .where(isWanted)
    .executeTakeFirstOrThrow()
  const rows = selectSchedules(ctx)
    .where(isWanted)
    .orderBy('s.created_at', sort === 'createdAt' ? 'asc' : 'desc')
    .orderBy('s.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [{ count }, docs] = await Promise.all([counted, rows])
  return { docs: docs.map(toSchedule), page, totalDocs: count }
}

/** The name and role of an active member of the organisation that the transaction is bound to. */
export async function findRecipient({ tx, organisationId }: Context, memberId: string) {
  const row = await tx
    .selectFrom('members')
    .select(['first_name', 'last_name', 'email_address', 'role'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', memberId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row && { name: `${row.first_name} ${row.last_name}`, firstName: row.first_name, emailAddress: row.email_address, role: row.role }
}

type NewSchedule = { type: ReportType; memberId: string; memberName: string; doneMonth: string }

/** The id of the new schedule. Undefined if the member has one for this type of report. */
export async function insertSchedule({ tx, actor, organisationId }: Context, { type, memberId, memberName, doneMonth }: NewSchedule) {
  const row = await tx
    .insertInto('report_schedules')
    .values({
      organisation_id: organisationId,
      type,
      member_id: memberId,
      member_name: memberName,
      created_by: actor.id,
      created_by_name: actor.name,
      done_month: `${doneMonth}-01`,
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'member_id', 'type']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

type Change = { isActive?: boolean; stopReason?: string; doneMonth?: string; failure?: string; isSent?: boolean }

export async function setSchedule(
  { tx, organisationId }: Context,
  id: string,
  { isActive, stopReason, doneMonth, failure, isSent }: Change,
) {
  await tx
    .updateTable('report_schedules')
    .set({
      ...(isActive !== undefined && { is_active: isActive }),
      ...(stopReason !== undefined && { stop_reason: stopReason }),
      ...(doneMonth !== undefined && { done_month: `${doneMonth}-01` }),
      ...(failure !== undefined && { failure }),
      ...(isSent && { last_sent_at: sql<string>`now()` }),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** The schedules that still need a report of a month, locked until the transaction ends. */
export const lockDueSchedules = ({ tx, organisationId }: Context, month: string) =>
  tx
    .selectFrom('report_schedules')
    .select(['id', 'type', 'member_id'])
    .where('organisation_id', '=', organisationId)
    .where('is_active', '=', true)
    .where('done_month', '<', `${month}-01`)
    .orderBy('created_at')
    .forUpdate()
    .execute()

/** The schedule of a report whose email is to be sent, while the schedule is on and the report complete. */
export const findMailing = ({ tx, organisationId }: Context, reportId: string) =>
  tx
    .selectFrom('reports as r')
    .innerJoin('report_schedules as s', (on) => on.onRef('s.organisation_id', '=', 'r.organisation_id').onRef('s.id', '=', 'r.schedule_id'))
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .select(['s.id', 's.member_id', 'r.month', 'r.type', 'o.name as organisation'])
    .where('r.organisation_id', '=', organisationId)
    .where('r.id', '=', reportId)
    .where('r.status', '=', 'completed')
    .where('s.is_active', '=', true)
    .executeTakeFirst()
