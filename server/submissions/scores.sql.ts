import { sql } from 'kysely'

import type { KeptScore, RaisedFlag } from '#contract/scores.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { RedFlag } from '#domain/form/definition.ts'
import type { ScoreResult } from '#domain/form/scoring.ts'
import { compiledOnce, type Later } from '#server/platform/compiled-once.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { tenOrMore } from '#server/platform/generic-plan.sql.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

type Row = { name: string; position: number; [column: string]: string | number | null }

/** Two scores with the same id would lose the patient's answers, so only the first is kept. */
export async function insertScores({ tx }: Context, requestId: string, scores: readonly ScoreResult[]) {
  if (scores.length === 0) return
  const rows = scores.map(({ id, name, value, band, formula, answered, outOf }, position): Row => ({
    score_id: id,
    position,
    name,
    value,
    band,
    formula,
    answered,
    out_of: outOf,
  }))
  await sql`
    insert into submission_scores (request_id, patient_id, form_id, form_version, score_id, position, name, value, band, formula, answered, out_of)
    select r.id, r.patient_id, r.form_id, r.form_version, s.score_id, s.position, s.name, s.value, s.band, s.formula, s.answered, s.out_of
    from form_requests r, jsonb_populate_recordset(null::submission_scores, ${JSON.stringify(rows)}::jsonb) as s
    where ${ofThisOrganisation('r')} and r.id = ${requestId}::uuid order by s.position
    on conflict do nothing`.execute(tx)
}

export async function insertFlags({ tx }: Context, requestId: string, flags: readonly RedFlag[]) {
  const rows = flags.map(({ id, name, alertMinutes }, position) => ({
    request_id: requestId,
    flag_id: id,
    position,
    name,
    alert_minutes: alertMinutes ?? null,
  }))
  await tx
    .insertInto('raised_flags')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute()
}

export type Results = { scores: KeptScore[]; redFlags: RaisedFlag[] }

/** The scores and flags of these requests. Empty for a request without any. */
export async function resultsOf({ tx }: Pick<Context, 'tx'>, requestIds: string[]): Promise<(requestId: string) => Results> {
  const byRequest = Map.groupBy(await findResults(tx, tenOrMore(requestIds)), (row) => row.request_id)
  return (requestId) => {
    const { score = [], flag = [] } = Object.groupBy(byRequest.get(requestId) ?? [], (row) => row.kind)
    return {
      scores: score.map(({ id, name, value, band, formula, answered, out_of: outOf }) => ({
        id,
        name,
        value,
        band,
        formula,
        answered,
        outOf,
      })),
      redFlags: flag.map((row) => ({ id: row.id, name: row.name, alertMinutes: row.alert_minutes, alertedAt: row.alerted_at })),
    }
  }
}

/** Both in one statement, because every page of the worklist asks for them. A flag has no value, formula or answers. */
const findResults = compiledOnce((tx, requestIds: Later<string[]>) =>
  tx
    .selectFrom('submission_scores as s')
    .select([sql<'score' | 'flag'>`'score'`.as('kind'), 's.request_id', 's.position', 's.score_id as id', 's.name', 's.value', 's.band'])
    .select(['s.formula', 's.answered', 's.out_of'])
    .select([sql<number | null>`null::integer`.as('alert_minutes'), sql<string | null>`null::timestamptz`.as('alerted_at')])
    .where(sql<boolean>`s.request_id = any(${requestIds}::uuid[])`)
    .unionAll(
      tx
        .selectFrom('raised_flags as f')
        .select([sql<'score' | 'flag'>`'flag'`.as('kind'), 'f.request_id', 'f.position', 'f.flag_id as id', 'f.name'])
        .select([sql<null>`null`.as('value'), sql<null>`null`.as('band'), sql<string>`''`.as('formula'), sql<number>`0`.as('answered')])
        .select([sql<number>`0`.as('out_of'), 'f.alert_minutes', 'f.alerted_at'])
        .where(sql<boolean>`f.request_id = any(${requestIds}::uuid[])`),
    )
    .orderBy('position'),
)

type Reading = {
  /** The name of the user. */
  by: string
  at: string
}

/**
 * Who first read the answers to each form request, and when, from the audit log; nothing for answers that nobody has read. The user who typed them does
 * not count: a red flag must be seen by somebody else too (docs/decisions/0045-answering-for-a-patient.md). The log names the record that the form
 * request belonged to at the time, so the records that were merged into the patient's are asked too. A reading between a merge and its undo does not
 * count: the answers stood under another person's name (docs/decisions/0084-merging-patients.md). Nothing either for answers of a time whose events
 * are in the archive of the audit log: a later reading would be taken for the first. Nor does a reading that found no answers yet, or that of a
 * FHIR Task, which has none.
 * @param until with 'closed', readings after the form request was closed are not looked for
 */
export async function findFirstReadings(
  { tx, organisationId }: Pick<Context, 'tx' | 'organisationId'>,
  requestIds: readonly string[],
  until: 'closed' | 'now' = 'now',
): Promise<ReadonlyMap<string, Reading>> {
  if (requestIds.length === 0) return new Map()
  const end = until === 'closed' ? sql`coalesce(r.closed_at, 'infinity')` : sql`'infinity'`
  const { rows } = await sql<Reading & { request_id: string }>`
    select s.request_id, first.at, coalesce(m.first_name || ' ' || m.last_name, 'A former member') as "by"
    from submissions s
    join form_requests r on r.organisation_id = s.organisation_id and r.id = s.request_id
    cross join lateral (
      select reading.at, reading.actor_id
      from records_of_patient(r.patient_id) as record (id)
      cross join lateral (
        select a.at, a.actor_id from audit_events a
        where a.organisation_id = r.organisation_id and a.patient_id = record.id and a.subject_id = r.id and a.at between s.submitted_at and ${end}
          and a.event_type = 'formRequestRead' and a.actor_kind = 'member' and a.actor_id is distinct from s.typed_by
          and not a.detail ?| array['isUnanswered', 'resource']
        order by a.at limit 1
      ) reading
      order by reading.at limit 1
    ) first
    left join members m on m.organisation_id = s.organisation_id and m.id = first.actor_id
    where s.organisation_id = ${organisationId}::uuid and s.request_id = any(${[...requestIds]}::uuid[])
      and (s.submitted_at at time zone 'Europe/London')::date >= coalesce(
        (select max(before) from archived_audit_ranges where organisation_id = ${organisationId}::uuid), '-infinity')`.execute(tx)
  return new Map(rows.map(({ request_id: requestId, by, at }) => [requestId, { by, at }]))
}

/** Enough for two scores a week over nine years. */
const maxScoresOfPatient = 1_000

/** The latest scores of a patient, newest first. */
export const findScoresOf = ({ tx }: Context, patientId: string) =>
  tx
    .selectFrom('submission_scores')
    .select(['request_id', 'form_id', 'form_version', 'score_id', 'name', 'value', 'band', 'formula', 'answered', 'out_of', 'submitted_at'])
    .where('patient_id', '=', patientId)
    .orderBy('submitted_at', 'desc')
    .orderBy('position')
    .limit(maxScoresOfPatient)
    .execute()

/** The title and the score definitions of one form version. */
export async function getScoredVersion({ tx }: Context, formId: string, version: number) {
  const { title, definition } = await tx
    .selectFrom('form_versions')
    .select(['title', 'definition'])
    .where('form_id', '=', formId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return { title, scores: (definition as FormDefinition).scores } // published from a checked draft
}
