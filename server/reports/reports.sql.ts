import { sql } from 'kysely'

import type { Report } from '#contract/reports.ts'
import type { ReportType } from '#domain/exports.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteChunks, insertChunk } from '#server/platform/files.sql.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { Problem } from '#server/platform/problem.ts'

const selectReports = ({ tx }: Context) =>
  tx
    .selectFrom('reports as r')
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .select(['r.id', 'r.type', 'r.organisation_id', 'o.name', 'r.month', 'r.status', 'r.failure', 'r.created_at', 'r.completed_at'])
    // The name is copied too, because a system administrator and the members of an organisation cannot read each other's record.
    .select(
      sql<
        string | null
      >`coalesce((select m.first_name || ' ' || m.last_name from members m where ${ofThisOrganisation('m')} and m.id = r.created_by),
        nullif(r.created_by_name, ''))`.as('creator'),
    )
    .select(sql<boolean>`r.schedule_id is not null`.as('is_scheduled'))
type Row = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>

const toReport = (row: Row): Report => ({
  id: row.id,
  type: row.type as ReportType, // a check constraint holds the same two
  organisation: { id: row.organisation_id, name: row.name },
  month: row.month.slice(0, 7),
  status: row.status as Report['status'], // likewise, the same four
  failure: row.failure,
  createdBy: row.creator,
  isScheduled: row.is_scheduled,
  createdAt: row.created_at,
  completedAt: row.completed_at,
})

/**
 * Reports of the member's own organisation, or of every organisation for a system administrator (a policy of the table). Throws not_found.
 */
export async function getReport(ctx: Context, id: string): Promise<Report> {
  const row = await selectReports(ctx).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toReport(row)
}

const columnOf = { createdAt: 'r.created_at', month: 'r.month', type: 'r.type', status: 'r.status' } as const
type Sort = keyof typeof columnOf
type Filters = {
  type?: string[] | undefined
  status?: string[] | undefined
  organisationId?: string | undefined
  month?: string | undefined
  id?: string | undefined
}
type Page = { page: number; limit: number; sort?: Sort | `-${Sort}` | undefined; filters: Filters }

export async function listReports(ctx: Context, { page, limit, sort = '-createdAt', filters }: Page) {
  const conditions = conditionsOf(filters)
  const counted = ctx.tx
    .selectFrom('reports as r')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(conditions)
    .executeTakeFirstOrThrow()
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const rows = selectReports(ctx)
    .where(conditions)
    .orderBy(columnOf[sort.replace('-', '') as Sort], direction)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [{ count }, docs] = await Promise.all([counted, rows])
  return { docs: docs.map(toReport), page, totalDocs: count }
}

const conditionsOf = ({ id, type, status, organisationId, month }: Filters) =>
  sql<boolean>`true
    ${id ? sql`and r.id = ${id}::uuid` : sql``}
    ${type?.length ? sql`and r.type = any(${type}::text[])` : sql``}
    ${status?.length ? sql`and r.status = any(${status}::text[])` : sql``}
    ${organisationId ? sql`and r.organisation_id = ${organisationId}::uuid` : sql``}
    ${month ? sql`and r.month = ${`${month}-01`}::date` : sql``}`

export async function hasOrganisation({ tx }: Context, id: string) {
  const row = await tx.selectFrom('organisations').select('id').where('id', '=', id).where('is_system', '=', false).executeTakeFirst()
  return row !== undefined
}

/** The name of the organisation that the transaction is bound to. */
export async function readOrganisationName({ tx, organisationId }: Context) {
  const { name } = await tx.selectFrom('organisations').select('name').where('id', '=', organisationId).executeTakeFirstOrThrow()
  return name
}

/** In the organisation that the transaction is bound to. */
export async function insertReport({ tx, actor }: Context, type: ReportType, month: string, scheduleId: string | null = null) {
  const { id } = await tx
    .insertInto('reports')
    .values({
      type,
      month: `${month}-01`,
      created_by: actor.id,
      created_by_name: actor.kind === 'worker' ? '' : actor.name,
      schedule_id: scheduleId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The number of unfinished reports that this member started since yesterday, in any organisation. */
export async function countMyWaitingReports({ tx, actor }: Context) {
  const { count } = await tx
    .selectFrom('reports')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_by', '=', actor.id)
    .where('status', 'in', ['created', 'generating'])
    .where('created_at', '>', new Date(Date.now() - 86_400_000).toISOString())
    .executeTakeFirstOrThrow()
  return count
}

/** Locked until the transaction ends. Undefined if there is no such report. */
export async function lockReport({ tx, organisationId }: Context, id: string) {
  const row = await tx
    .selectFrom('reports')
    .select(['type', 'month', 'status', 'run', 'schedule_id'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      type: row.type as ReportType, // as above
      month: row.month.slice(0, 7),
      status: row.status as Report['status'], // as above
      run: row.run,
      scheduleId: row.schedule_id,
    }
  )
}

export async function setReportStatus(
  { tx, organisationId }: Context,
  id: string,
  status: Report['status'],
  { run, failure = '' }: { run?: number; failure?: string } = {},
) {
  if (status !== 'completed') await deleteChunks(tx, [id])
  const completedAt = status === 'completed' ? new Date().toISOString() : null
  await tx
    .updateTable('reports')
    .set({ status, failure, completed_at: completedAt, ...(run !== undefined && { run }) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

export const saveReportChunk = ({ tx }: Context, id: string, piece: number, bytes: Buffer) => insertChunk(tx, id, piece, bytes)

/** Reports deleted in one transaction, each with a file of up to a few megabytes. */
const oldReportsAtOnce = 20

/** Deletes the oldest reports of the organisation with their files. False if there is none from before that moment. */
export async function deleteOldReports({ tx, organisationId }: Context, before: Date) {
  const rows = await tx
    .selectFrom('reports')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('created_at', '<', before.toISOString())
    .orderBy('created_at')
    .limit(oldReportsAtOnce)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return false
  await deleteChunks(tx, ids)
  await tx.deleteFrom('reports').where('organisation_id', '=', organisationId).where('id', 'in', ids).execute()
  return true
}
