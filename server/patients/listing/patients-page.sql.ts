import { sql } from 'kysely'

import type { patients } from '#contract/patients.ts'
import type { Input } from '#contract/route.ts'
import type { Order } from '#server/platform/paging/read-page.sql.ts'

export type PatientsQuery = Input<typeof patients.list>['query']
/** `isCountCapped`: a search matches more patients than `total`, and the others were not counted. */
export type PatientsPage = { ids: string[]; total: number; isCountCapped: boolean; cursor?: string }

const id = { column: sql`p.id`, type: 'uuid' } as const
/** Each order has an index. */
const orders = {
  lastName: { columns: [{ column: sql`p.name_key`, type: 'text' }, id] },
  dateOfBirth: { columns: [{ column: sql`p.date_of_birth`, type: 'date' }, id] },
  nhsNumber: { columns: [{ column: sql`p.nhs_number`, type: 'text' }, id], mayBeBlank: true },
  createdAt: { columns: [{ column: sql`p.created_at`, type: 'timestamptz' }, id] },
} as const

export function orderOf(sort: NonNullable<PatientsQuery['sort']>): Order {
  const { columns, ...others } = orders[sort.replace('-', '') as keyof typeof orders] // the contract lets only the four names through
  return { columns: [...columns], direction: sort.startsWith('-') ? 'desc' : 'asc', ...others }
}
