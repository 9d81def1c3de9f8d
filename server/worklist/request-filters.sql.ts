import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'

import type { RequestFilters } from '#contract/request-filters.ts'
import { answersByQuestion } from '#domain/form/answer-key.ts'
import { dateOf } from '#domain/moments.ts'
import { latestStart } from '#domain/waiting-since.ts'
import { worklistFilter, worklistFilterNames, type CustomFilterName, type WorklistFilterName } from '#domain/worklist-filters.ts'
import type { Tables } from '#server/platform/tables.ts'

import { foundBy, isFoundBy } from './search/request-search.sql.ts'

type RequestTables = Tables & { r: Tables['form_requests'] }
type Requests = ExpressionBuilder<RequestTables, 'r'>
type Condition = Expression<SqlBool>
/** For conditions outside a query of the query builder. */
export const onRequests: Requests = expressionBuilder<RequestTables, 'r'>()

/** Whether a filter is set. */
export const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '')

/** Whether a plan must know the values of the filters: how many form requests have an answer, or have waited so long, depends on them. */
export const needsCustomPlan = ({ answer, waited }: RequestFilters) => isSet(answer) || isSet(waited)

/** The conditions of the filters on requests with the alias `r`. `at`: the moment to whose day the weeks of waiting are counted. */
export const matching = (e: Requests, filters: RequestFilters, memberId: string | null, at: Date | string = new Date()) =>
  e.and(worklistFilterNames.filter((name) => isSet(filters[name])).map((name) => conditionOf(name, filters, { memberId, at })))

type Asked = { memberId: string | null; at: Date | string }

/** The conditions of the filters that compare more than one column. */
const customConditions = {
  // Few requests have a red flag, so their ids are found first. As a list, because no plan then reads all requests to look up each one.
  redFlag: ({ redFlag }) =>
    redFlag
      ? sql<SqlBool>`r.id = any(array(select f.request_id from raised_flags f where ${ofThisOrganisation('f')}))`
      : sql<SqlBool>`r.id not in (select f.request_id from raised_flags f where ${ofThisOrganisation('f')})`,
  // With one form, the index on its answers has the form requests in the order of the worklist.
  answer: ({ answer = [], formId }) =>
    onRequests.and(
      answersByQuestion(answer).map(
        ({ question, values }) => sql<SqlBool>`exists (
          select from chosen_answers a where a.organisation_id = r.organisation_id and a.request_id = r.id
            and a.question = ${question} and ${isOneOf(sql`a.value`, values, sql`text`)}${formId?.length === 1 ? sql` and a.form_id = ${formId[0]}` : sql``})`,
      ),
    ),
  waited: ({ waited = '' }, { at }) => sql<SqlBool>`r.waiting_since <= ${latestStart(waited, dateOf(at))}::date`,
  search: ({ search = '', id, patientId }) => (id?.length || patientId ? isFoundBy(search) : foundBy(search)),
} satisfies Record<CustomFilterName, (filters: RequestFilters, asked: Asked) => Condition>

function conditionOf(name: WorklistFilterName, filters: RequestFilters, asked: Asked): Condition {
  const { column, takes } = worklistFilter(name)
  if (column === 'custom') return customConditions[name as CustomFilterName](filters, asked) // the filters with this column
  const ref = sql.ref(`r.${column}`)
  const value = filters[name]
  switch (takes.kind) {
    case 'choices':
    case 'texts':
      return isOneOf(ref, value as string[], sql`text`) // the schema of its kind
    case 'ids':
      return isOneOf(ref, value as string[], sql`uuid`) // likewise
    case 'ids or none':
    case 'assignees':
      return isOneOfOrNone(ref, value as string[], asked.memberId) // likewise
    case 'flag':
      // No parameter, because a partial index matches only a constant.
      return value === true ? sql<SqlBool>`${ref}` : sql<SqlBool>`not ${ref}`
    case 'day':
      return takes.end === 'from' ? sql<SqlBool>`${ref} >= ${startOfDay(value)}` : sql<SqlBool>`${ref} < ${startOfNextDay(value)}`
    case 'id':
    case 'choice':
    case 'answers':
    case 'search':
      return sql<SqlBool>`${ref} = ${value}`
  }
}

/** A whole day in the United Kingdom, as the moments it begins and ends. */
const startOfDay = (day: unknown) => sql`(${day}::date)::timestamp at time zone 'Europe/London'`
const startOfNextDay = (day: unknown) => sql`(${day}::date + 1)::timestamp at time zone 'Europe/London'`

/** A single value is compared with =, so that an index on the column keeps the order of the columns after it. */
const isOneOf = (ref: Expression<unknown>, values: string[], type: Expression<unknown>) =>
  values.length === 1 ? sql<SqlBool>`${ref} = ${values[0]}` : sql<SqlBool>`${ref} = any(${values}::${type}[])`

/** `none`: the column is null; `me`: this member. */
function isOneOfOrNone(ref: Expression<unknown>, values: string[], memberId: string | null) {
  const ids = values.filter((one) => one !== 'none').map((one) => (one === 'me' ? memberId : one))
  const conditions = [
    ...(values.includes('none') ? [sql<SqlBool>`${ref} is null`] : []),
    ...(ids.length === 1 ? [sql<SqlBool>`${ref} = ${ids[0]}`] : []),
    ...(ids.length > 1 ? [sql<SqlBool>`${ref} = any(${ids}::uuid[])`] : []),
  ]
  return onRequests.or(conditions)
}
