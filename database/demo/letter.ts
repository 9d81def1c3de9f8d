import type pg from 'pg'

import { hashOfCode, letterCode } from '#server/notifications/notifications.ts'
import type { Keys } from '#server/platform/keys.ts'

import { makeAnswers } from './answers.ts'
import { definitionOf } from './forms.ts'
import { insertRows } from './insert.ts'
import { randomFrom } from './random.ts'
import { submitAnswers, workingTime, type DemoRequest } from './requests.ts'

const day = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

export type DemoLetter = { request: DemoRequest; notificationId: string; batchId: string; by: string; queuedAt: number; printedAt: number }

/** A patient whom no message reached gets a letter, and answers the waiting-list check with its code. Undefined if there is no such patient. */
export function answerByLetter(requests: readonly DemoRequest[], now: number, by: string): DemoLetter | undefined {
  const random = randomFrom(requests.length + 1)
  const request = requests.find(
    ({ form, failed, status, created }) =>
      form.type === 'waiting_list' && failed && status === 'unopened' && created > now - 26 * day && created < now - 9 * day,
  )
  if (!request) return undefined
  const queuedAt = workingTime(request.created + day)
  const printedAt = queuedAt + 0.1 * day
  const [openedAt, completedAt] = [printedAt + 3 * day, printedAt + 3.01 * day]
  const letter = { request, notificationId: random.uuid(), batchId: random.uuid(), by, queuedAt, printedAt }
  Object.assign(request, {
    status: 'completed',
    openedAt,
    completedAt,
    draft: undefined,
  } satisfies Partial<DemoRequest>)
  request.events.push(
    { at: queuedAt, kind: 'letter_queued', actor: 'member', memberId: by, detail: { notificationId: letter.notificationId } },
    { at: printedAt, kind: 'letter_printed', actor: 'member', memberId: by, detail: { notificationId: letter.notificationId, batch: 1 } },
    { at: openedAt, kind: 'opened', actor: 'patient' },
    { at: completedAt, kind: 'completed', actor: 'patient' },
  )
  submitAnswers(request, makeAnswers(random, definitionOf(request.form, request.version), completedAt), now)
  return letter
}

type Place = { organisationId: string; keys: Keys }

/** The batch in which the letter was printed. */
export async function insertLetter(client: pg.Client, { organisationId, keys }: Place, letter: DemoLetter) {
  const { request, notificationId, batchId, by, queuedAt, printedAt } = letter
  await insertRows(client, 'letter_batches', [
    {
      organisation_id: organisationId,
      id: batchId,
      number: 1,
      status: 'printed',
      is_two_sided: false,
      letters: 1,
      made_letters: 1,
      sheets: 1,
      created_by: by,
      created_at: iso(printedAt - 600_000),
      made_at: iso(printedAt - 540_000),
      downloaded_at: iso(printedAt - 480_000),
      ended_by: by,
      ended_at: iso(printedAt),
    },
  ])
  await client.query('update organisations set last_letter_batch = 1 where id = $1', [organisationId])
  await insertRows(client, 'notifications', [
    {
      organisation_id: organisationId,
      id: notificationId,
      request_id: request.id,
      category: 'request_created',
      method: 'letter',
      status: 'sent',
      attempts: 0,
      send_after: iso(queuedAt),
      sent_at: iso(printedAt),
      letter_batch_id: batchId,
      letter_number: 1,
      letter_sheets: 1,
      created_at: iso(queuedAt),
      updated_at: iso(printedAt),
    },
  ])
  await client.query('update patient_links set code_hash = $3 where organisation_id = $1 and request_id = $2', [
    organisationId,
    request.id,
    hashOfCode(keys, letterCode(keys, request.id)),
  ])
}
