import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

import { isLimited, theirWards } from './request-counts.sql.ts'

/** A form, and one version of it or all versions. */
export type FormScope = { formId: string; version: number | undefined }

/** How many submissions asked and answered each question, how often each option was chosen, and a summary of the numbers. */
export type AnswerTally = {
  asked: { question: string; asked: number; answered: number }[]
  choices: { question: string; value: string; count: number }[]
  numbers: { question: string; min: number; median: number; max: number }[]
}

/**
 * The answers to a form, from the stored counts and the changes not folded yet. `chosen` and `numeric`: the ids of the questions whose options are counted
 * and whose numbers are summarised; the answers to a scale are both. A value that is no number is an option of another version. Counts only patients whom the caller may see.
 */
export async function tallyAnswers(
  ctx: Context,
  { formId, version }: FormScope,
  chosen: string[],
  numeric: string[],
): Promise<AnswerTally> {
  const ofForm = sql`organisation_id = ${ctx.organisationId}::uuid and form_id = ${formId}::uuid and (${version ?? null}::int is null or form_version = ${version ?? null}::int)`
  const { rows } = await sql<AnswerTally>`
    with counted as materialized (
      select question, kind, value, sum(count)::bigint as n
      from (
        select question, kind, value, count from answer_counts
        where ${ofForm} and ${(await isLimited(ctx)) ? sql`ward = any(${theirWards})` : sql`ward = ''`}
        union all
        select e.key, c.kind, c.value, a.count
        from (select answers, count from answer_changes where ${ofForm}) a
        cross join lateral jsonb_each(a.answers) e cross join lateral counts_of_answer(e.value) c) both_tables
      group by 1, 2, 3 having sum(count) <> 0),
    asked as (
      select question, coalesce(sum(n) filter (where kind = 'asked'), 0)::bigint as asked,
        coalesce(sum(n) filter (where kind = 'answered'), 0)::bigint as answered
      from counted where kind <> 'value' group by 1),
    choices as (select question, value, n as count from counted where kind = 'value' and question = any(${chosen}::text[])),
    numbers as (
      select question, number, sum(n) over (partition by question order by number) as upto, sum(n) over (partition by question) as total
      from (select question, value::float8 as number, n from counted
        where kind = 'value' and question = any(${numeric}::text[]) and value ~ '^-?[0-9]{1,12}([.][0-9]{1,6})?$') v),
    summed as (
      select question, min(number) as min, max(number) as max,
        (min(number) filter (where upto * 2 >= total) + min(number) filter (where upto * 2 > total)) / 2 as median
      from numbers group by 1)
    select (select coalesce(json_agg(a), '[]') from asked a) as asked, (select coalesce(json_agg(c), '[]') from choices c) as choices,
      (select coalesce(json_agg(s), '[]') from summed s) as numbers`.execute(ctx.tx)
  return rows[0]! // a select without a table has one row
}

/** Folds the changes into the counts of the bound organisation. */
export const foldAnswerChanges = ({ tx }: Pick<Context, 'tx'>) => sql`call fold_answer_changes()`.execute(tx)
