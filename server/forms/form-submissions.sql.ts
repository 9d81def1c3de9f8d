import { sql, type SqlBool } from 'kysely'

import type { SubmissionSummary, forms } from '#contract/forms.ts'
import type { Input } from '#contract/route.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { readPage, type OrderColumn } from '#server/platform/paging/read-page.sql.ts'
import { Problem } from '#server/platform/problem.ts'
import { answeringColumns, toAnswering, typedByName } from '#server/submissions/submissions.ts'
import { countProgress, sumProgress } from '#server/worklist/worklist.ts'

const shown = [
  's.id',
  's.request_id',
  's.form_version',
  's.channel',
  's.submitted_at',
  'p.id as patient_id',
  'p.first_name',
  'p.last_name',
  'p.nhs_number',
  'p.date_of_birth',
] as const

/** The columns of the index submissions_in_order. */
const columns: OrderColumn[] = [
  { column: sql`s.submitted_at`, type: 'timestamptz' },
  { column: sql`s.id`, type: 'uuid' },
]

const selectSubmissions = ({ tx }: Context, formId: string) =>
  tx
    .selectFrom('submissions as s')
    .innerJoin('form_requests as r', (on) => on.onRef('r.organisation_id', '=', 's.organisation_id').onRef('r.id', '=', 's.request_id'))
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .select(shown)
    .where('s.form_id', '=', formId)
type Row = Awaited<ReturnType<ReturnType<typeof selectSubmissions>['executeTakeFirstOrThrow']>>

const toSummary = (row: Row): SubmissionSummary => ({
  id: row.id,
  requestId: row.request_id,
  version: row.form_version,
  channel: row.channel,
  submittedAt: row.submitted_at,
  patient: {
    id: row.patient_id,
    firstName: row.first_name,
    lastName: row.last_name,
    nhsNumber: row.nhs_number,
    dateOfBirth: row.date_of_birth,
  },
})

/** Newest first by default. */
export async function listSubmissions(
  ctx: Context,
  formId: string,
  { sort = '-submittedAt', ...asked }: Input<typeof forms.listSubmissions>['query'],
) {
  const form = ctx.tx.selectFrom('forms').select('id').where('id', '=', formId).executeTakeFirst()
  const total = countProgress(ctx, formId).then((progress) => sumProgress(progress.filter(({ isSubmitted }) => isSubmitted)))
  const direction = sort === 'submittedAt' ? 'asc' : 'desc'
  const page = readPage(ctx, asked, {
    name: ['submissions', formId, sort],
    from: sql`submissions s`,
    where: sql<SqlBool>`${ofThisOrganisation('s')} and s.form_id = ${formId}`,
    order: { direction, columns },
    total: () => total,
  })
  const [found, totalDocs, { ids, cursor }] = await Promise.all([form, total, page])
  if (!found) throw new Problem('not_found')
  const submissions = await selectSubmissions(ctx, formId)
    .where(sql<boolean>`s.id = any(${ids}::uuid[])`)
    .orderBy('s.submitted_at', direction)
    .orderBy('s.id', direction)
    .execute()
  return { docs: submissions.map(toSummary), page: asked.page, totalDocs, cursor }
}

/** One submission with the version it answered. Throws not_found. */
export async function getSubmission(ctx: Context, formId: string, submissionId: string) {
  const row = await selectSubmissions(ctx, formId)
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 's.organisation_id')
        .onRef('v.form_id', '=', 's.form_id')
        .onRef('v.version', '=', 's.form_version'),
    )
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 's.organisation_id').onRef('m.id', '=', 's.typed_by'))
    .select([...answeringColumns, typedByName.as('typed_by_name')])
    .select(['v.title', 'v.definition', sql<Record<string, string | string[]>>`s.answers`.as('answers')])
    .where('s.id', '=', submissionId)
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return {
    ...toSummary(row),
    title: row.title,
    definition: row.definition as FormDefinition,
    answers: row.answers,
    answering: toAnswering(row),
  } // both were checked when stored
}
