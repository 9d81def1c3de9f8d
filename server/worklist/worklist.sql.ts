import { sql, type SqlBool } from 'kysely'

import type { RequestFilters } from '#contract/request-filters.ts'
import type { requestSorts } from '#contract/requests.ts'
import { answersByQuestion } from '#domain/form/answer-key.ts'
import { withCustomPlan } from '#server/platform/generic-plan.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { readPage, type Order, type OrderColumn } from '#server/platform/paging/read-page.sql.ts'

import { countStatuses, totalOf } from './counts/request-groupings.sql.ts'
import { isSet, matching, onRequests } from './request-filters.sql.ts'

type Sort = (typeof requestSorts)[number]
export type WorklistPage = {
  page: number
  limit: number
  cursor?: string | undefined
  sort?: Sort | `-${Sort}` | undefined
  filters: RequestFilters
}

const id = { column: sql`r.id`, type: 'uuid' } as const
const created = { column: sql`r.created_at`, type: 'timestamptz' } as const

/** Each order has an index. Ties are in order of creation. */
const columnsOf: Record<Sort, OrderColumn[]> = {
  createdAt: [created, id],
  updatedAt: [{ column: sql`r.updated_at`, type: 'timestamptz' }, id],
  submittedAt: [{ column: sql`r.completed_at`, type: 'timestamptz' }, id],
  notifiedAt: [{ column: sql`r.notified_at`, type: 'timestamptz' }, id],
  expiresAt: [{ column: sql`r.expires_at`, type: 'timestamptz' }, id],
  lastName: [{ column: sql`r.patient_name_key`, type: 'text' }, id],
  status: [{ column: sql`r.status`, type: 'text' }, created, id],
  specialty: [{ column: sql`r.specialty`, type: 'text' }, created, id],
  pathwayId: [{ column: sql`r.pathway_id`, type: 'text' }, id],
  location: [{ column: sql`r.location`, type: 'text' }, created, id],
  unreachedAt: [{ column: sql`r.unreached_at`, type: 'timestamptz' }, id],
  urgent: [{ column: sql`r.is_urgent`, type: 'boolean' }, created, id],
}
const mayBeBlank = new Set<string>(['submittedAt', 'notifiedAt', 'unreachedAt'] satisfies Sort[])

export function orderOf(sort: NonNullable<WorklistPage['sort']>): Order {
  const name = sort.replace('-', '') as Sort // the contract lets only these names through
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return { direction, columns: columnsOf[name], mayBeBlank: mayBeBlank.has(name), isFlagFirst: name === 'urgent' }
}

/** The ids of one page of the worklist. Skipped rows are read from the index only. */
export function findPage(ctx: Context, { filters, sort = '-createdAt', ...asked }: WorklistPage, total: () => Promise<number>) {
  const name = ['requests', sort, filters]
  const list = {
    from: sql`form_requests as r`,
    where: sql<SqlBool>`${ofThisOrganisation('r')} and ${matching(onRequests, filters, ctx.actor.id)}`,
    order: orderOf(sort),
  }
  const ofAnswer = sort === '-createdAt' || sort === 'createdAt' ? listOfAnswer(ctx, filters, sort) : undefined
  const read = () => readPage(ctx, asked, { name, ...(ofAnswer ?? list), total })
  return isSet(filters.waited) || (isSet(filters.answer) && !ofAnswer) ? withCustomPlan(ctx, read) : read()
}

/** How many requests match. Those of one answer of a form are counted in its index alone. */
export async function countTotal(ctx: Context, filters: RequestFilters): Promise<number> {
  const ofAnswer = listOfAnswer(ctx, filters, 'createdAt')
  if (!ofAnswer || ofAnswer.isNarrowed) return totalOf(await countStatuses(ctx, filters), filters)
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${ofAnswer.from} where ${ofAnswer.where}`.execute(ctx.tx)
  return rows[0]!.total // an aggregate answers one row
}

/**
 * The form requests of one form with one answer, in order of creation: the index on the answers has exactly this order. Undefined for any other
 * filter on answers. The form requests themselves are read only where another filter needs them.
 */
function listOfAnswer(ctx: Context, { answer = [], formId = [], ...others }: RequestFilters, sort: 'createdAt' | '-createdAt') {
  const [only, another] = answersByQuestion(answer)
  if (!only || another || only.values.length > 1 || formId.length !== 1) return undefined
  const isAnswer = sql<SqlBool>`a.organisation_id = ${ctx.organisationId}::uuid and a.question = ${only.question} and a.value = ${only.values[0]}
    and a.form_id = ${formId[0]}`
  const isNarrowed = Object.values(others).some(isSet)
  return {
    isNarrowed,
    from: isNarrowed
      ? sql`chosen_answers as a join form_requests as r on r.organisation_id = a.organisation_id and r.id = a.request_id`
      : sql`chosen_answers as a`,
    where: isNarrowed ? sql<SqlBool>`${isAnswer} and ${matching(onRequests, others, ctx.actor.id)}` : isAnswer,
    order: {
      direction: sort === 'createdAt' ? ('asc' as const) : ('desc' as const),
      columns: [
        { column: sql`a.created_at`, type: 'timestamptz' as const },
        { column: sql`a.request_id`, type: 'uuid' as const },
      ],
    },
  }
}
