import { sql } from 'kysely'

import type { Role } from '#domain/roles.ts'
import type { Context } from '#server/platform/context.ts'

import { membersOf, toMember } from './members.sql.ts'

type Sort = 'lastName' | 'emailAddress' | 'role' | 'lastLoginAt' | 'createdAt'
type Filters = { search?: string | undefined; role?: Role[] | undefined; active?: boolean | undefined; clinician?: boolean | undefined }
type Page = { page: number; limit: number; sort?: Sort | `-${Sort}` | undefined; filters: Filters }

const orders = {
  lastName: sql`lower(m.last_name)`,
  emailAddress: sql`lower(m.email_address)`,
  role: sql`m.role`,
  lastLoginAt: sql`m.last_login_at`,
  createdAt: sql`m.created_at`,
} satisfies Record<Sort, unknown>

export async function listMembers({ tx }: Context, { page, limit, sort = 'lastName', filters }: Page) {
  const found = matching(membersOf(tx), filters)
  const [rows, { count }] = await Promise.all([
    found
      .orderBy(orders[sort.replace('-', '') as Sort], (order) => (sort.startsWith('-') ? order.desc() : order.asc()).nullsLast())
      .orderBy('m.id')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching(tx.selectFrom('members as m'), filters)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { docs: rows.map(toMember), page, totalDocs: count }
}

type Query = ReturnType<typeof membersOf>
// One set of conditions for the page and its total: both queries are over `members as m`.
function matching<Q>(query: Q, { search, role, active, clinician }: Filters): Q {
  const pattern = `%${(search ?? '').replace(/[%_\\]/g, '\\$&')}%`
  return (query as Query)
    .$if(Boolean(search), (q) =>
      q.where((e) =>
        e.or([
          e(sql<string>`m.first_name || ' ' || m.last_name`, 'ilike', pattern),
          e('m.email_address', 'ilike', pattern),
          e('m.job_title', 'ilike', pattern),
        ]),
      ),
    )
    .$if(role !== undefined, (q) => q.where(sql<boolean>`m.role = any(${role})`))
    .$if(active !== undefined, (q) => q.where('m.is_active', '=', active!))
    .$if(clinician !== undefined, (q) => q.where('m.is_clinician', '=', clinician!)) as Q
}
