import { sql } from 'kysely'

import type { FormDefinition } from '#domain/form/definition.ts'
import type { Context } from '#server/platform/context.ts'

/** The form, and one version of it or all versions. */
export type Scope = { formId: string; version: number | undefined }

const inScope = ({ organisationId }: Context, { formId, version }: Scope, alias: 'r' | 's') => sql`
  ${sql.ref(`${alias}.organisation_id`)} = ${organisationId}::uuid and ${sql.ref(`${alias}.form_id`)} = ${formId}::uuid
  and (${version ?? null}::int is null or ${sql.ref(`${alias}.form_version`)} = ${version ?? null}::int)`

/** Every version of the form, oldest first. */
export async function listDefinitions({ tx }: Context, formId: string) {
  const rows = await tx
    .selectFrom('form_versions')
    .select(['version', 'definition'])
    .where('form_id', '=', formId)
    .orderBy('version')
    .execute()
  return rows.map(({ version, definition }) => ({ version, definition: definition as FormDefinition })) // checked when it was published
}

type Known = { question: string; value: string }
type Tally = {
  asked: { question: string; asked: number; answered: number }[]
  choices: (Known & { count: number })[]
  numbers: { question: string; min: number; median: number; max: number }[]
}

/**
 * Counts all answers in one query, because a form may have 100,000 submissions. Every question asked has an entry in the answers, which
 * may be empty. Only known choices and numbers are read, never free text. Texts are grouped faster than JSON.
 */
export async function tallyAnswers(ctx: Context, scope: Scope, known: Known[], numeric: string[]): Promise<Tally> {
  const [questions, values] = [known.map(({ question }) => question), known.map(({ value }) => value)]
  const counted = [...new Set([...questions, ...numeric])]
  const { rows } = await sql<Tally>`
    with tally as materialized (
      select (e).key as question,
        case when (e).key = any(${counted}::text[]) then (e).value::text else ((e).value #>> '{}' ~ '[^[:space:]]')::text end as answer, count(*) as n
      from (select jsonb_each(s.answers) as e from submissions s where ${inScope(ctx, scope, 's')}) entries group by 1, 2),
    asked as (
      select question, sum(n)::int as asked, coalesce(sum(n) filter (where answer not in ('""', '[]', 'false')), 0)::int as answered from tally group by 1),
    choices as (
      select t.question, v.value, sum(t.n)::int as count
      from tally t cross join lateral jsonb_array_elements_text(
          case when starts_with(t.answer, '[') then t.answer::jsonb else jsonb_build_array(t.answer::jsonb) end) v(value)
        join unnest(${questions}::text[], ${values}::text[]) as k(question, value) on k.question = t.question and k.value = v.value
      group by 1, 2),
    numbers as (
      select question, number, n, sum(n) over (partition by question order by number) as upto, sum(n) over (partition by question) as total
      from (select question, (answer::jsonb #>> '{}')::float8 as number, n from tally
        where question = any(${numeric}::text[]) and answer::jsonb #>> '{}' ~ '^-?[0-9]{1,12}([.][0-9]{1,6})?$') t),
    summed as (
      select question, min(number) as min, max(number) as max,
        (min(number) filter (where upto * 2 >= total) + min(number) filter (where upto * 2 > total)) / 2 as median
      from numbers group by 1)
    select (select coalesce(json_agg(a), '[]') from asked a) as asked, (select coalesce(json_agg(c), '[]') from choices c) as choices,
      (select coalesce(json_agg(s), '[]') from summed s) as numbers`.execute(ctx.tx)
  return rows[0]! // a select without a table has one row
}

/**
 * The drafts of patients who opened the form but have not submitted it, by the first page not reached, null if all were reached. There are few
 * drafts, so their form requests are found first: as a list, because no plan then reads all form requests of the form.
 */
export async function countDrafts(ctx: Context, scope: Scope) {
  const { rows } = await sql<{ version: number; stoppedAt: string | null; count: number }>`
    with d as materialized (select request_id, stopped_at from answer_drafts)
    select r.form_version as version, d.stopped_at as "stoppedAt", count(*) as count
    from form_requests r join d on d.request_id = r.id
    where r.id = any(array(select request_id from d)) and ${inScope(ctx, scope, 'r')} and r.opened_at is not null and r.completed_at is null
      and r.status <> 'sent_in_error'
    group by 1, 2`.execute(ctx.tx)
  return rows
}
