import { sql, type SqlBool } from 'kysely'

import type { Role } from '#domain/roles.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { readPage, type Order } from '#server/platform/paging/read-page.sql.ts'

import { membersOf, toMember } from './members.sql.ts'

type Sort = 'lastName' | 'emailAddress' | 'role' | 'lastLoginAt' | 'createdAt'
type Filters = { search?: string | undefined; role?: Role[] | undefined; active?: boolean | undefined; clinician?: boolean | undefined }
/** With the members that the search found, unless there are many. */
type Narrowed = Filters & { ids: string[] | undefined }
type Page = { page: number; limit: number; cursor?: string | undefined; sort?: Sort | `-${Sort}` | undefined; filters: Filters }

const id = { column: sql`m.id`, type: 'uuid' } as const
/** Each order has an index. */
const orders: Record<Sort, Omit<Order, 'direction'>> = {
  lastName: { columns: [{ column: sql`lower(m.last_name)`, type: 'text' }, id] },
  emailAddress: { columns: [{ column: sql`lower(m.email_address)`, type: 'text' }, id] },
  role: { columns: [{ column: sql`m.role`, type: 'text' }, id] },
  lastLoginAt: { columns: [{ column: sql`m.last_login_at`, type: 'timestamptz' }, id], mayBeBlank: true },
  createdAt: { columns: [{ column: sql`m.created_at`, type: 'timestamptz' }, id] },
}

export async function listMembers(ctx: Context, { page, limit, cursor, sort = 'lastName', filters: asked }: Page) {
  const { tx } = ctx
  const filters = { ...asked, ids: asked.search ? await search(ctx, asked.search) : undefined }
  const counting = countMembers(ctx, filters)
  const showing = readPage(
    ctx,
    { page, limit, cursor },
    {
      name: ['members', ctx.organisationId, sort, asked],
      from: sql`members m`,
      where: matching(ctx, filters),
      order: { ...orders[sort.replace('-', '') as Sort], direction: sort.startsWith('-') ? 'desc' : 'asc' }, // the contract lets only these through
      total: () => counting,
    },
  )
  const [totalDocs, found] = await Promise.all([
    counting,
    showing.then(async ({ ids, cursor: next }) => {
      const rows = await membersOf(tx)
        .where('m.organisation_id', '=', ctx.organisationId)
        .where(sql<boolean>`m.id = any(${ids}::uuid[])`)
        .orderBy(sql`array_position(${ids}::uuid[], m.id)`)
        .execute()
      return { docs: rows.map(toMember), cursor: next }
    }),
  ])
  return { ...found, page, totalDocs }
}

const few = 1_000
const patternOf = (search: string) => `%${search.replace(/\s+/g, ' ').replace(/[%_\\]/g, '\\$&')}%`

/** The members that the search index finds. Undefined if there are so many that the list is read instead. */
async function search({ tx }: Context, text: string) {
  const { rows } = await sql<{ id: string }>`select search_members(${patternOf(text)}, ${few + 1}) as id`.execute(tx)
  return rows.length > few ? undefined : rows.map(({ id }) => id)
}

/** The number of active members is stored. */
async function countMembers(ctx: Context, filters: Narrowed) {
  const { tx } = ctx
  const { active, clinician, role, search: text } = filters
  if (active && clinician === undefined && role === undefined && !text) {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(members), 0)::bigint as count from organisation_totals where ${ofThisOrganisation('organisation_totals')}`.execute(
      tx,
    )
    return rows[0]!.count // an aggregate answers one row
  }
  const { count } = await tx
    .selectFrom('members as m')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(matching(ctx, filters))
    .executeTakeFirstOrThrow()
  return count
}

// The query names the organisation although the policy does too: the policy also allows a row by its subject, and one index cannot serve
// both.
function matching({ organisationId }: Context, { search: text, ids, role, active, clinician }: Narrowed) {
  const all = [sql<SqlBool>`m.organisation_id = ${organisationId}::uuid`]
  if (ids) all.push(sql`m.id = any(${ids}::uuid[])`)
  else if (text)
    all.push(
      sql`lower(m.first_name || ' ' || m.last_name || e'\\n' || m.email_address || e'\\n' || m.job_title) like lower(${patternOf(text)})`,
    )
  if (role) all.push(sql`m.role = any(${role}::text[])`)
  if (active !== undefined) all.push(active ? sql`m.is_active` : sql`not m.is_active`)
  if (clinician !== undefined) all.push(clinician ? sql`m.is_clinician` : sql`not m.is_clinician`)
  return sql.join<SqlBool>(all, sql` and `)
}
