import { sql } from 'kysely'

import type { Note } from '#contract/notes.ts'
import type { Context } from '#server/platform/context.ts'

/** The notes on these requests, oldest first. */
export async function readNotes({ tx }: Context, requestIds: readonly string[]): Promise<Map<string, Note[]>> {
  const rows = await tx
    .selectFrom('form_request_notes as n')
    .innerJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'n.organisation_id').onRef('m.id', '=', 'n.created_by'))
    .select(['n.id', 'n.request_id', 'n.text', 'n.corrects_id', 'n.created_at', 'm.first_name', 'm.last_name'])
    .where(sql<boolean>`n.request_id = any(${requestIds}::uuid[])`)
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute()
  const noted = Map.groupBy(rows, ({ request_id: requestId }) => requestId)
  return new Map(
    [...noted].map(([requestId, notes]) => [
      requestId,
      notes.map(({ id, text, corrects_id: correctsId, created_at: at, first_name, last_name }) => ({
        id,
        text,
        by: `${first_name} ${last_name}`,
        at,
        correctsId,
      })),
    ]),
  )
}

type NewNote = { requestId: string; text: string; correctsId?: string | undefined }

export async function insertNotes({ tx, organisationId, actor }: Context, notes: readonly NewNote[]) {
  const { rows } = await sql<{ id: string }>`
    insert into form_request_notes (organisation_id, request_id, text, corrects_id, created_by)
    select ${organisationId}::uuid, n.request_id, n.text, n.corrects_id, ${actor.id}::uuid
    from unnest(${notes.map(({ requestId }) => requestId)}::uuid[], ${notes.map(({ text }) => text)}::text[],
      ${notes.map(({ correctsId }) => correctsId ?? null)}::uuid[]) as n (request_id, text, corrects_id)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The patient of a request that the member may see. */
export async function findPatientOf({ tx }: Context, requestId: string) {
  const row = await tx.selectFrom('form_requests').select('patient_id').where('id', '=', requestId).executeTakeFirst()
  return row?.patient_id
}
