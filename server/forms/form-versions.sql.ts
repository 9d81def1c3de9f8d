import { sql } from 'kysely'

import type { forms, FormVersion } from '#contract/forms.ts'
import type { OpenRequests } from '#contract/form-versions.ts'
import type { Input } from '#contract/route.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { sentCountLimit } from '#domain/form/form.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { nameOf, questionCount } from './form-rows.sql.ts'

const selectVersions = ({ tx }: Context, formId: string) =>
  tx
    .selectFrom('form_versions as v')
    .select(['v.version', 'v.title', 'v.description', 'v.change_notes', 'v.published_by', 'v.published_at'])
    .select([questionCount('v.definition').as('question_count'), nameOf('v.published_by').as('publisher')])
    .where('v.form_id', '=', formId)

type Row = Awaited<ReturnType<ReturnType<typeof selectVersions>['executeTakeFirstOrThrow']>>

const toVersion = (row: Row): FormVersion => ({
  version: row.version,
  title: row.title,
  description: row.description,
  changeNotes: row.change_notes,
  questionCount: row.question_count,
  publishedBy: row.published_by && row.publisher ? { id: row.published_by, name: row.publisher } : null,
  publishedAt: row.published_at,
})

/** Newest first by default. */
export async function listVersions(
  ctx: Context,
  formId: string,
  { page, limit, sort = '-version' }: Input<typeof forms.listVersions>['query'],
) {
  const form = ctx.tx
    .selectFrom('forms')
    .select(sql<number>`coalesce(live_version, 0)`.as('count')) // versions are numbered without gaps
    .where('id', '=', formId)
    .executeTakeFirst()
  const rows = selectVersions(ctx, formId)
    .orderBy('v.version', sort === 'version' ? 'asc' : 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [found, versions] = await Promise.all([form, rows])
  if (!found) throw new Problem('not_found')
  return { docs: versions.map(toVersion), page, totalDocs: found.count }
}

/** One version, which never changes. Throws not_found. */
export async function getFormVersion(ctx: Context, formId: string, version: number): Promise<FormVersion & { definition: FormDefinition }> {
  const row = await selectVersions(ctx, formId).select('v.definition').where('v.version', '=', version).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return { ...toVersion(row), definition: row.definition as FormDefinition } // published from a checked draft
}

const open = (status: 'unopened' | 'opened') => sql<number>`
  (select count(*) from (
     select from form_requests r
     where r.organisation_id = v.organisation_id and r.form_id = v.form_id and r.form_version = v.version and r.status = ${sql.lit(status)}
     limit ${sql.lit(sentCountLimit)}) counted)`

/** The number of patients with an unanswered request of each version. Throws not_found. */
export async function listOpenRequests({ tx }: Context, formId: string): Promise<{ docs: OpenRequests[] }> {
  const form = tx.selectFrom('forms').select('id').where('id', '=', formId).executeTakeFirst()
  const rows = tx
    .selectFrom('form_versions as v')
    .select(['v.version', open('unopened').as('unopened'), open('opened').as('opened')])
    .where('v.form_id', '=', formId)
    .orderBy('v.version', 'desc')
    .execute()
  const [found, versions] = await Promise.all([form, rows])
  if (!found) throw new Problem('not_found')
  return { docs: versions.filter(({ unopened, opened }) => unopened + opened > 0) }
}
