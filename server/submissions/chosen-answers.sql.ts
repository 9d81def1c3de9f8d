import { sql } from 'kysely'

import type { ChosenAnswer } from '#domain/form/answer-key.ts'
import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import type { Context } from '#server/platform/context.ts'

/** Keeps the answers that the worklist can be filtered by. */
export async function insertChosenAnswers({ tx, organisationId }: Context, requestId: string, answers: readonly ChosenAnswer[]) {
  if (answers.length === 0) return
  await sql`
    insert into chosen_answers (organisation_id, request_id, question, value, form_id, created_at)
    select r.organisation_id, r.id, a.question, a.value, r.form_id, r.created_at
    from form_requests r,
      unnest(${answers.map(({ question }) => question)}::text[], ${answers.map(({ value }) => value)}::text[]) as a(question, value)
    where r.organisation_id = ${organisationId}::uuid and r.id = ${requestId}::uuid`.execute(tx)
}

/** Opens the queues of the waiting list for a form request, if its form is a waiting-list form. */
export async function openQueues({ tx, organisationId }: Context, requestId: string, queues: readonly WaitingListQueue[]) {
  if (queues.length === 0) return
  await sql`
    insert into waiting_list_reviews (organisation_id, request_id, queue, form_id, specialty)
    select r.organisation_id, r.id, q.queue, r.form_id, r.specialty
    from form_requests r join forms f on f.organisation_id = r.organisation_id and f.id = r.form_id, unnest(${queues}::text[]) as q(queue)
    where r.organisation_id = ${organisationId}::uuid and r.id = ${requestId}::uuid and f.type = 'waiting_list'
    on conflict do nothing`.execute(tx)
}
