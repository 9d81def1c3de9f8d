import type { Context } from '#server/platform/context.ts'

/** The latest scores of a patient, newest first; so many that only somebody asked several times a week for years has more. */
const most = 1_000

export const findScoresOf = ({ tx }: Context, patientId: string) =>
  tx
    .selectFrom('submission_scores')
    .select(['request_id', 'form_id', 'form_version', 'score_id', 'name', 'value', 'band', 'formula', 'answered', 'out_of', 'submitted_at'])
    .where('patient_id', '=', patientId)
    .orderBy('submitted_at', 'desc')
    .orderBy('position')
    .limit(most)
    .execute()
