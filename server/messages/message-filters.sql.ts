import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { MessageFilters } from '#contract/messages.ts'

const columnOf = { method: 'method', status: 'status', reason: 'reason_code', category: 'category' } as const

/** The conditions on a message, or on a count of messages, that has this alias. */
export const propertyConditions = (filters: MessageFilters, alias: 'n' | 'c'): RawBuilder<SqlBool>[] =>
  (['method', 'status', 'reason', 'category'] as const).flatMap((name) => {
    const values = filters[name]
    return values?.length ? [isOneOf(sql.ref(`${alias}.${columnOf[name]}`), values, sql`text`)] : []
  })

/** A single value is compared with =, so that an index on the column keeps the order of the columns after it. */
export const isOneOf = (column: RawBuilder<unknown>, values: readonly string[], type: RawBuilder<unknown>) =>
  values.length === 1 ? sql<SqlBool>`${column} = ${values[0]}` : sql<SqlBool>`${column} = any(${values}::${type}[])`

/** The conditions of the list on messages with the alias `n`. Days are those of London. */
export function messageConditions({ formId, from, to, ...properties }: MessageFilters): RawBuilder<SqlBool>[] {
  return [
    ...propertyConditions(properties, 'n'),
    ...(formId?.length ? [isOneOf(sql`n.form_id`, formId, sql`uuid`)] : []),
    ...(from ? [sql<SqlBool>`n.created_at >= ${from}::date::timestamp at time zone 'Europe/London'`] : []),
    ...(to ? [sql<SqlBool>`n.created_at < (${to}::date + 1)::timestamp at time zone 'Europe/London'`] : []),
  ]
}

export const allOf = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length > 0 ? sql.join<SqlBool>(conditions, sql` and `) : sql<SqlBool>`true`
