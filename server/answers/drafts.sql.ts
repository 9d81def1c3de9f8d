import { sql } from 'kysely'

import type { Answer, Answers } from '#domain/form/question.ts'
import type { Context } from '#server/platform/context.ts'

type Saving = {
  questionId: string
  answer: Answer
  /** The first page that was not reached, null if all were reached. */
  stoppedAt: string | null
  /** The answer that the person saw (null: none). Undefined: it is not known, and nothing is compared. */
  replaces: Answer | null | undefined
}

export type Draft = { answers: Answers; revision: number }

/** An answer that is missing and one that was left empty are the same here. */
const orNothing = (answer: ReturnType<typeof sql>) => sql`coalesce(nullif(nullif(${answer}, '""'::jsonb), '[]'::jsonb), 'null'::jsonb)`

/**
 * Adds one answer to the draft and keeps the other answers. Returns nothing if it was not saved: the request is no longer open, or the answer is
 * no longer the one that the person saw. A user replaces no answer that they have not seen. A patient may replace their own answer from another
 * device or an older page, but no answer that a user saved meanwhile.
 */
export async function saveDraft(
  { tx, organisationId, actor }: Context,
  requestId: string,
  { questionId, answer, stoppedAt, replaces }: Saving,
): Promise<Draft | undefined> {
  const [given, saved] = [JSON.stringify(answer), sql`(d.answers -> ${questionId}::text)`]
  const memberId = actor.kind === 'member' ? actor.id : null
  const savedBy = JSON.stringify(memberId ? { [questionId]: memberId } : {})
  const isCompared = sql`${replaces !== undefined}::boolean and (${memberId !== null}::boolean or jsonb_exists(d.saved_by, ${questionId}::text))`
  const isSeen = sql`${orNothing(saved)} in (${orNothing(sql`${JSON.stringify(replaces ?? null)}::jsonb`)}, ${orNothing(sql`${given}::jsonb`)})`
  const { rows } = await sql<{ answers: Answers; revision: number }>`
    insert into answer_drafts as d (organisation_id, request_id, answers, saved_by, stopped_at, revision)
    select ${organisationId}::uuid, r.id, jsonb_build_object(${questionId}::text, ${given}::jsonb), ${savedBy}::jsonb, ${stoppedAt}::text, 1
    from form_requests r where r.organisation_id = ${organisationId}::uuid and r.id = ${requestId}::uuid and r.status in ('unopened', 'opened') for share
    on conflict (organisation_id, request_id) do update
      set answers = d.answers || excluded.answers, saved_by = (d.saved_by - ${questionId}::text) || excluded.saved_by,
        stopped_at = excluded.stopped_at, revision = d.revision + 1, updated_at = now()
      where not (${isCompared}) or ${isSeen}
    returning answers, revision`.execute(tx)
  return rows[0]
}

/** The draft after locking, because saving waits for the row of the request. Undefined if the request is not open. */
export async function lockDraft(ctx: Context, requestId: string): Promise<Draft | undefined> {
  return isAnswerable(await findStatus(ctx, requestId, true)) ? findDraft(ctx, requestId) : undefined
}

/** The same without a lock, which could deadlock after saving: two that save at the same time share the row. */
export async function findOpenDraft(ctx: Context, requestId: string): Promise<Draft | undefined> {
  return isAnswerable(await findStatus(ctx, requestId, false)) ? findDraft(ctx, requestId) : undefined
}

/** A form that a user fills in counts as opened when the answers are sent, because the patient has not opened it. */
const isAnswerable = (status: string) => status === 'unopened' || status === 'opened'

async function findStatus({ tx, organisationId }: Context, requestId: string, isLocked: boolean) {
  const { status } = await tx
    .selectFrom('form_requests')
    .select('status')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', requestId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  return status
}

async function findDraft({ tx, organisationId }: Context, requestId: string): Promise<Draft> {
  const row = await tx
    .selectFrom('answer_drafts')
    .select(['answers', 'revision'])
    .where('organisation_id', '=', organisationId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return { answers: (row?.answers ?? {}) as Answers, revision: row?.revision ?? 0 } // written by saveDraft only
}

/** The names of the users who saved an answer, by question. */
export async function findSavers({ tx, organisationId }: Context, requestId: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ question: string; name: string }>`
    select s.key as question, coalesce(m.first_name || ' ' || m.last_name, 'A former member') as name
    from answer_drafts d cross join jsonb_each_text(d.saved_by) s
    left join members m on m.organisation_id = d.organisation_id and m.id = s.value::uuid
    where d.organisation_id = ${organisationId}::uuid and d.request_id = ${requestId}::uuid`.execute(tx)
  return Object.fromEntries(rows.map(({ question, name }) => [question, name]))
}

const batchSize = 500

/**
 * Deletes the unsent answers of form requests that ended, unchanged since `before`, in one batch of drafts after the request `after`.
 * The rows stay with the page on which the patient stopped, which analytics counts. Returns the last request of the batch; undefined when none is left.
 */
export async function deleteUnsentAnswers({ tx, organisationId }: Context, before: Date, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ requestId: string }>`
    with batch as materialized (
      select request_id from answer_drafts
      where organisation_id = ${organisationId}::uuid and request_id > ${after}::uuid order by request_id limit ${batchSize}
    ), ended as materialized (
      select r.id from batch b join form_requests r on r.organisation_id = ${organisationId}::uuid and r.id = b.request_id
      join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id and p.hold_since is null
      where r.status not in ('unopened', 'opened') and r.updated_at < ${before.toISOString()}::timestamptz for share of r skip locked
    ), emptied as (
      update answer_drafts d set answers = '{}', saved_by = '{}', revision = d.revision + 1 from ended e
      where d.organisation_id = ${organisationId}::uuid and d.request_id = e.id and d.answers <> '{}'
        and d.updated_at < ${before.toISOString()}::timestamptz
    )
    select request_id as "requestId" from batch order by request_id desc limit 1`.execute(tx)
  return rows[0]?.requestId
}
