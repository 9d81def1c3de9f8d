import { sql } from 'kysely'

import type { RequestFilters } from '#contract/requests.ts'
import type { Answers } from '#domain/form/question.ts'
import type { Context } from '#server/platform/context.ts'

import { matching } from './request-filters.sql.ts'

/** Everything the filters match that was created until `until`, so that what arrives during a long reading does not move its end. */
export type Selection = { filters: RequestFilters; memberId: string | null; until: string }
/** Where the page before ended. */
export type Place = { at: string; id: string }

const selectMatching = ({ tx }: Context, { filters, memberId, until }: Selection) =>
  tx
    .selectFrom('form_requests as r')
    .where((e) => matching(e, filters, memberId))
    .where('r.created_at', '<=', until)

export async function countMatching(ctx: Context, selection: Selection) {
  const { count } = await selectMatching(ctx, selection)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The next ids after a place, oldest request first. By keyset, so that the last page costs what the first did. */
export async function findMatching(ctx: Context, selection: Selection, after: Place | undefined, limit: number): Promise<Place[]> {
  const rows = await selectMatching(ctx, selection)
    .select(['r.id', 'r.created_at'])
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(r.created_at, r.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`))
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, created_at }) => ({ id, at: created_at }))
}

/** The versions of forms that were answered in these requests. */
export async function findAnsweredVersions(ctx: Context, selection: Selection) {
  const rows = await selectMatching(ctx, selection)
    .innerJoin('submissions as s', (on) => on.onRef('s.organisation_id', '=', 'r.organisation_id').onRef('s.request_id', '=', 'r.id'))
    .select(['s.form_id', 's.form_version'])
    .groupBy(['s.form_id', 's.form_version'])
    .orderBy('s.form_id')
    .orderBy('s.form_version')
    .execute()
  return rows.map((row) => ({ formId: row.form_id, version: row.form_version }))
}

export type AnsweredRequest = { requestId: string; patientId: string; submittedAt: string; answers: Answers }

/** The next answers to one version of a form after a place, oldest first. */
export async function findAnswers(
  ctx: Context,
  selection: Selection,
  { formId, version }: { formId: string; version: number },
  after: Place | undefined,
  limit: number,
): Promise<AnsweredRequest[]> {
  const rows = await selectMatching(ctx, selection)
    .innerJoin('submissions as s', (on) => on.onRef('s.organisation_id', '=', 'r.organisation_id').onRef('s.request_id', '=', 'r.id'))
    .select(['r.id', 'r.patient_id', 's.submitted_at', 's.answers'])
    .where('s.form_id', '=', formId)
    .where('s.form_version', '=', version)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(s.submitted_at, s.request_id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('s.submitted_at')
    .orderBy('s.request_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    requestId: row.id,
    patientId: row.patient_id,
    submittedAt: row.submitted_at,
    answers: row.answers as Answers, // checked against the version before it was stored
  }))
}
