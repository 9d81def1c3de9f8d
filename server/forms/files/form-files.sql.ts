import type { Answering } from '#domain/answering.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import type { Note } from '#contract/notes.ts'
import { notesOf } from '#server/notes/notes.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { answeringColumns, resultsOf, toAnswering, typedByName } from '#server/submissions/submissions.ts'

export type Submission = {
  patientId: string
  patient: { name: string; nhsNumber: string | null; localPatientId: string | null; dateOfBirth: string }
  title: string
  version: number
  answering: Answering
  submittedAt: string
  definition: FormDefinition
  answers: Answers
  /** As they were raised when the answers were sent. */
  redFlags: readonly { id: string; name: string }[]
  outcome: string | null
  /** Oldest first. */
  notes: Note[]
}

/**
 * The submission to a request, with the version that it answered. Joined with the patient, so that the ward policies apply. Throws
 * not_found.
 */
export async function getSubmission(ctx: Context, requestId: string): Promise<Submission> {
  const row = await ctx.tx
    .selectFrom('submissions as s')
    .innerJoin('form_requests as r', (on) => on.onRef('r.organisation_id', '=', 's.organisation_id').onRef('r.id', '=', 's.request_id'))
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 's.organisation_id')
        .onRef('v.form_id', '=', 's.form_id')
        .onRef('v.version', '=', 's.form_version'),
    )
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 's.organisation_id').onRef('m.id', '=', 's.typed_by'))
    .select([...answeringColumns, typedByName.as('typed_by_name')])
    .select(['r.outcome_name', 's.answers', 's.submitted_at', 's.form_version', 'v.title', 'v.definition'])
    .select(['p.id as patient_id', 'p.first_name', 'p.last_name', 'p.nhs_number', 'p.local_patient_id', 'p.date_of_birth'])
    .where('s.request_id', '=', requestId)
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return {
    patientId: row.patient_id,
    patient: {
      name: `${row.first_name} ${row.last_name}`,
      nhsNumber: row.nhs_number,
      localPatientId: row.local_patient_id,
      dateOfBirth: row.date_of_birth,
    },
    title: row.title,
    version: row.form_version,
    answering: toAnswering(row),
    submittedAt: row.submitted_at,
    definition: row.definition as FormDefinition, // both were checked when stored
    answers: row.answers as Answers,
    redFlags: (await resultsOf(ctx, [requestId]))(requestId).redFlags,
    outcome: row.outcome_name,
    notes: await notesOf(ctx, requestId),
  }
}

export async function organisationName({ tx, organisationId }: Context) {
  const { name } = await tx.selectFrom('organisations').select('name').where('id', '=', organisationId).executeTakeFirstOrThrow()
  return name
}
