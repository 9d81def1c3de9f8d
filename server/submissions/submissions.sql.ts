import { sql } from 'kysely'

import type { Answer, Answers } from '#domain/form/question.ts'
import type { Context } from '#server/platform/context.ts'

/** `stoppedAt`: the first page that was not reached, null if all were reached. */
type Saving = { questionId: string; answer: Answer; stoppedAt: string | null }

/** Adds one answer to the draft and keeps answers from other devices. False if the request is no longer open. */
export async function saveDraft({ tx, organisationId }: Context, requestId: string, { questionId, answer, stoppedAt }: Saving) {
  const { numAffectedRows } = await sql`
    insert into answer_drafts as d (organisation_id, request_id, answers, stopped_at)
    select ${organisationId}::uuid, r.id, jsonb_build_object(${questionId}::text, ${JSON.stringify(answer)}::jsonb), ${stoppedAt}::text
    from form_requests r where r.organisation_id = ${organisationId}::uuid and r.id = ${requestId}::uuid and r.status = 'opened' for share
    on conflict (organisation_id, request_id) do update set answers = d.answers || excluded.answers, stopped_at = excluded.stopped_at, updated_at = now()`.execute(
    tx,
  )
  return (numAffectedRows ?? 0n) > 0n
}

type Submission = { requestId: string; formId: string; formVersion: number; answers: Answers }

/** Stores the submitted answers and deletes the draft. */
export async function insertSubmission({ tx }: Context, { requestId, formId, formVersion, answers }: Submission) {
  await tx
    .insertInto('submissions')
    .values({ request_id: requestId, form_id: formId, form_version: formVersion, answers: JSON.stringify(answers) })
    .execute()
  await tx.deleteFrom('answer_drafts').where('request_id', '=', requestId).execute()
}
