import { sql } from 'kysely'

import type { Role } from '#domain/roles.ts'
import type { Context } from '#server/platform/context.ts'

import { membersOf, toMember } from './members.sql.ts'

type Sort = 'lastName' | 'emailAddress' | 'role' | 'lastLoginAt' | 'createdAt'
type Filters = { search?: string | undefined; role?: Role[] | undefined; active?: boolean | undefined; clinician?: boolean | undefined }
/** With whom the search found, unless they are many. */
type Narrowed = Filters & { ids: string[] | undefined }
type Page = { page: number; limit: number; sort?: Sort | `-${Sort}` | undefined; filters: Filters }

const orders = {
  lastName: sql`lower(m.last_name)`,
  emailAddress: sql`lower(m.email_address)`,
  role: sql`m.role`,
  lastLoginAt: sql`m.last_login_at`,
  createdAt: sql`m.created_at`,
} satisfies Record<Sort, unknown>

export async function listMembers(ctx: Context, { page, limit, sort = 'lastName', filters: asked }: Page) {
  const { tx, organisationId } = ctx
  const filters = { ...asked, ids: asked.search ? await search(ctx, asked.search) : undefined }
  const column = orders[sort.replace('-', '') as Sort]
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  // First which, then what is told of them: nothing is read of those that a page skips.
  const wanted = matching(ctx, tx.selectFrom('members as m').select('m.id'), filters)
    .orderBy(column, (order) => (sort === '-lastLoginAt' ? order.desc().nullsLast() : order[direction]()))
    .orderBy('m.id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
  const [rows, totalDocs] = await Promise.all([
    membersOf(tx)
      .where('m.organisation_id', '=', organisationId)
      .where('m.id', 'in', wanted)
      .orderBy(column, (order) => order[direction]().nullsLast())
      .orderBy('m.id', direction)
      .execute(),
    countMembers(ctx, filters),
  ])
  return { docs: rows.map(toMember), page, totalDocs }
}

const few = 1_000
const patternOf = (search: string) => `%${search.replace(/\s+/g, ' ').replace(/[%_\\]/g, '\\$&')}%`

/** Who is found in the index of words; undefined where they are so many that the list is read instead. */
async function search({ tx }: Context, text: string) {
  const { rows } = await sql<{ id: string }>`select search_members(${patternOf(text)}, ${few + 1}) as id`.execute(tx)
  return rows.length > few ? undefined : rows.map(({ id }) => id)
}

/** Everybody who is active is known without counting. */
async function countMembers(ctx: Context, filters: Narrowed) {
  const { tx } = ctx
  const { active, clinician, role, search: text } = filters
  if (active && clinician === undefined && role === undefined && !text) {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(members), 0)::bigint as count from organisation_totals where organisation_id = current_organisation()`.execute(tx)
    return rows[0]!.count // an aggregate answers one row
  }
  const { count } = await matching(ctx, tx.selectFrom('members as m'), filters)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Query = ReturnType<typeof membersOf>
// One set of conditions for the page and its total: both queries are over `members as m`. The organisation is named although the policy
// does: the policy also opens a row by its subject, and an index cannot serve both at once.
function matching<Q>({ organisationId }: Context, query: Q, { search: text, ids, role, active, clinician }: Narrowed): Q {
  return (query as Query)
    .where('m.organisation_id', '=', organisationId)
    .$if(ids !== undefined, (q) => q.where(sql<boolean>`m.id = any(${ids}::uuid[])`))
    .$if(Boolean(text) && ids === undefined, (q) =>
      q.where(
        sql<boolean>`lower(m.first_name || ' ' || m.last_name || e'\\n' || m.email_address || e'\\n' || m.job_title) like lower(${patternOf(text ?? '')})`,
      ),
    )
    .$if(role !== undefined, (q) => q.where(sql<boolean>`m.role = any(${role})`))
    .$if(active !== undefined, (q) => q.where('m.is_active', '=', active!))
    .$if(clinician !== undefined, (q) => q.where('m.is_clinician', '=', clinician!)) as Q
}
