import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import { describe, expect, test } from 'vitest'

import type { LetterBatch } from '#contract/letters.ts'
import { formatLetterCode } from '#domain/letters.ts'
import { findReceipts } from '#server/notifications/find-receipts.job.ts'
import { letterCode } from '#server/notifications/notifications.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { sendReminders } from '#server/requests/send-reminders.job.ts'
import { unreachedRequest, withContactPhone } from '#test/letters.ts'
import { nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { readPdf } from '#test/pdf.ts'
import { png, smallPictures } from '#test/pictures.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { makeLetters } from './make-letters.job.ts'
import { removeExpiredLetterFiles } from './remove-letter-files.job.ts'

const letters = '/api/forms/letter'
const batches = `${letters}/batch`
const letterOf = (requestId: string) => `/api/forms/request/${requestId}/letter`

const messagesOf = (own: TestOrganisation, requestId: string) =>
  own.query(
    'select id, method, status, reason, reason_code, letter_batch_id, letter_number, letter_sheets from notifications where request_id = $1 order by created_at',
    [requestId],
  )
const eventsOf = async (own: TestOrganisation, requestId: string) =>
  (await own.query('select kind, detail from form_request_events where request_id = $1 order by id', [requestId])).map(
    ({ kind, detail }) => ({
      kind,
      detail,
    }),
  )
const auditOf = async (own: TestOrganisation, type: string) => (await own.auditTrail()).filter(({ event_type }) => event_type === type)

/** The patients whom the audit log names for an event, in the order of their ids. */
async function patientsIn(own: TestOrganisation, type: string) {
  const rows = await own.query('select patient_ids from audit_events where event_type = $2 and organisation_id = $1', [own.id, type])
  return rows.flatMap((row) => row['patient_ids'] as string[]).toSorted()
}
const patientsOf = (requests: readonly { patientId: string }[]) => requests.map(({ patientId }) => patientId).toSorted()

/** An organisation with a phone number, a clerk, and letters that wait. */
async function waitingLetters(count: number, asked: Parameters<typeof unreachedRequest>[1] = {}) {
  const own = await openOrganisation()
  await withContactPhone(own)
  return fillQueue(own, await own.staff(), count, asked)
}

async function fillQueue(own: TestOrganisation, clerk: Clerk, count: number, asked: Parameters<typeof unreachedRequest>[1] = {}) {
  const requests = []
  for (let at = 0; at < count; at++) {
    const request = await unreachedRequest(own, asked)
    await own.query('update patients set first_name = $2 where id = $1', [request.patientId, `Patient ${at + 1}`])
    await clerk.patch(letterOf(request.requestId))
    requests.push(request)
  }
  return { own, clerk, requests }
}

type Clerk = Awaited<ReturnType<TestOrganisation['staff']>>

const made = async (clerk: Clerk, body: object = {}) => (await clerk.post(batches, body)).json<LetterBatch>()
const read = async (clerk: Clerk, id: string) => (await clerk.get(`${batches}/${id}`)).json()
const fileOf = (own: TestOrganisation, id: string) => buffer(readFile(own.services, { organisationId: own.id, fileId: id }))

/** Letters of a ward, and a clerk who sees this ward only. `moveAway` moves the patient of the first letter to another ward. */
async function wardLetters(count: number) {
  const own = await openOrganisation({ wardAccess: 'assigned' })
  await withContactPhone(own)
  const admin = await own.staff('Admin')
  const filled = await fillQueue(own, admin, count)
  const [north, south] = [crypto.randomUUID(), crypto.randomUUID()]
  await own.query("insert into wards (organisation_id, id, name) values ($1, $2, 'North'), ($1, $3, 'South')", [own.id, north, south])
  await own.query('update patients set ward_id = $2 where organisation_id = $1', [own.id, north])
  const clerk = await own.staff()
  await own.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [own.id, clerk.id, north])
  const moveAway = () => own.query('update patients set ward_id = $2 where id = $1', [filled.requests[0]!.patientId, south])
  return { ...filled, admin, clerk, moveAway }
}

/** Makes a batch and its file, and asks for the file. */
async function printedBatch(own: TestOrganisation, clerk: Clerk, body: object = {}) {
  const batch = await made(clerk, body)
  await makeLetters(stepsOf(own), batch.id)
  const { url } = (await clerk.post(`${batches}/${batch.id}/link`)).json()
  return { ...batch, url: url as string }
}

describe('PATCH /request/:id/letter', () => {
  test('a letter for a patient whom no message reached waits to be printed, once for two presses, and is recorded (NOT-10, NOT-9)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { requestId } = await unreachedRequest(own)

    const answers = await Promise.all([1, 2].map(() => clerk.patch(letterOf(requestId))))

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(answers.map((answer) => answer.json().detail)).toContain('A letter is already waiting to be printed.')
    expect(await messagesOf(own, requestId)).toMatchObject([{ status: 'failed' }, { method: 'letter', status: 'queued' }])
    expect(await eventsOf(own, requestId)).toMatchObject([{ kind: 'letter_queued' }])
    expect(await auditOf(own, 'formRequestLetterQueued')).toMatchObject([{ actor_id: clerk.id, subject_id: requestId }])
    expect((await clerk.get(`/api/forms/request/${requestId}`)).json()).toMatchObject({
      isUnreached: true,
      notification: { method: 'letter', status: 'queued' },
      letterRefusal: 'A letter is already waiting to be printed.',
    })
  })

  test.each([
    ['a patient whom the message reached', { isDelivered: true }, 'Letters are for patients whom no message has reached.'],
    ['an answered request', { status: 'completed' }, 'A letter can be printed only while the form request is open.'],
    ['an expired request', { expiresInDays: -1 }, 'A letter can be printed only while the form request is open.'],
    ['an archived patient', { isArchived: true }, 'This patient is archived.'],
    ['a patient who wants no messages', { mayBeContacted: false }, 'This patient does not wish to be contacted.'],
    ['a patient without a postcode', { address: { postcode: '' } }, 'The patient’s address has no postcode.'],
    ['a patient without an address', { address: { line1: ' ', postcode: '' } }, 'The patient’s address has no first line and no postcode.'],
  ] as [string, Parameters<typeof unreachedRequest>[1] & { isDelivered?: boolean }, string][])(
    'no letter is queued for %s, and the form request says why (NOT-10)',
    async (_name, asked, detail) => {
      const own = await openOrganisation()
      const clerk = await own.staff()
      const { requestId, notificationId } = await unreachedRequest(own, asked)
      if (asked?.isDelivered) await own.query("update notifications set status = 'delivered' where id = $1", [notificationId])

      expect((await clerk.patch(letterOf(requestId))).json()).toMatchObject({ code: 'conflict', detail })

      expect((await clerk.get(`/api/forms/request/${requestId}`)).json()).toMatchObject({ letterRefusal: detail })
      expect(await messagesOf(own, requestId)).toHaveLength(1)
    },
  )

  test('a patient without any contact detail gets a letter before a message has failed, but not while one waits (NOT-10)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { requestId, notificationId } = await unreachedRequest(own, { phoneNumber: null, emailAddress: null })
    await own.query("update notifications set status = 'queued' where id = $1", [notificationId])
    await own.query('update form_requests set is_unreached = false, unreached_reason = null, unreached_at = null where id = $1', [
      requestId,
    ])
    expect((await clerk.patch(letterOf(requestId))).json().detail).toBe(
      'A message is waiting to be sent. Cancel the message before you print a letter.',
    )

    await own.query("update notifications set status = 'cancelled' where id = $1", [notificationId])
    expect((await clerk.patch(letterOf(requestId))).statusCode).toBe(200)
  })

  test('while a letter waits no message is sent, until the letter is cancelled (NOT-9, NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(1)
    const { requestId } = requests[0]!
    const send = () => clerk.patch(`/api/forms/request/${requestId}/send`, { again: true })
    expect((await send()).json().detail).toBe('A letter is waiting to be printed. Cancel the letter before you send a message.')

    expect((await clerk.patch(`/api/forms/request/${requestId}/cancel-message`)).statusCode).toBe(200)

    expect(await messagesOf(own, requestId)).toMatchObject([{ status: 'failed' }, { method: 'letter', status: 'cancelled' }])
    expect((await send()).statusCode).toBe(200)
  })

  test('no job sends, asks about or reminds of a letter that waits (NOT-10, SAFE-1)', async () => {
    const { own, requests } = await waitingLetters(1)
    const { requestId } = requests[0]!
    const [, letter] = await messagesOf(own, requestId)

    await sendNotification(stepsOf(own), String(letter?.['id']))
    await findReceipts(stepsOf(own), new Date(Date.now() + 86_400_000))

    expect((await messagesOf(own, requestId))[1]).toMatchObject({ status: 'queued' })
    expect(await own.query('select 1 from outbox_messages where organisation_id = $1', [own.id])).toEqual([])
  })
})

describe('POST /letter', () => {
  test('letters are queued for a selection, each with its own outcome and record (NOT-10, NOT-9)', async () => {
    const own = await openOrganisation()
    const [clerk, other] = [await own.staff(), await own.staff('User', { firstName: 'Bob' })]
    const [one, taken, reached] = [await unreachedRequest(own), await unreachedRequest(own), await sendFormToPatient(own)]
    await own.query("update notifications set status = 'delivered' where id = $1", [reached.notificationId])
    await own.query('update form_requests set assignee_id = $2, assigned_at = now() where id = $1', [taken.requestId, other.id])
    const foreign = await unreachedRequest(await openOrganisation())
    const ids = [one, taken, reached, foreign].map(({ requestId }) => requestId)

    const { results } = (await clerk.post(letters, { requests: ids })).json()

    expect(results).toMatchObject([
      { id: ids[0], done: true },
      { id: ids[1], done: false, code: 'taken_control' },
      { id: ids[2], done: false, code: 'conflict', reason: 'Letters are for patients whom no message has reached.' },
      { id: ids[3], done: false, code: 'not_found' },
    ])
    expect(await auditOf(own, 'formRequestLetterQueued')).toHaveLength(1)
    expect((await clerk.post(letters, { requests: [ids[1]], takeOver: true })).json()).toEqual({ results: [{ id: ids[1], done: true }] })
  })
})

describe('GET /letter', () => {
  test('the waiting letters come with the reason why one will not be printed, page by page (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(3)
    await own.query("update patients set postcode = '' where id = $1", [requests[1]!.patientId])
    await own.query("update form_requests set status = 'closed' where id = $1", [requests[2]!.requestId])

    const page = (await clerk.get(`${letters}?limit=2`)).json()
    const next = (await clerk.get(`${letters}?limit=2&page=2&cursor=${page.cursor}`)).json()

    expect(page).toMatchObject({ totalDocs: 3, printable: 2, hasContactPhone: true })
    expect([...page.docs, ...next.docs].map(({ patient, problem }) => [patient.firstName, problem])).toEqual([
      ['Patient 1', null],
      ['Patient 2', 'The patient’s address has no postcode.'],
      ['Patient 3', 'The form request was no longer open. The letter will be cancelled.'],
    ])
    expect(page.docs[0]).toMatchObject({ requestId: requests[0]!.requestId, formTitle: 'Before your operation' })
  })

  test('letters and batches are for users of the organisation who may send, and only for their wards (NOT-10, ORG-7, MEM-4)', async () => {
    const own = await openOrganisation({ wardAccess: 'assigned' })
    await withContactPhone(own)
    const [admin, clerk] = [await own.staff('Admin'), await own.staff()]
    const { requestId } = await unreachedRequest(own)
    await admin.patch(letterOf(requestId))
    expect((await clerk.get(letters)).json()).toMatchObject({ docs: [], totalDocs: 0, printable: 0 })
    expect((await clerk.post(batches, {})).json()).toMatchObject({ code: 'conflict', detail: 'No letter that can be printed is waiting.' })

    const batch = await made(admin)

    expect((await clerk.get(batches)).json()).toMatchObject({ docs: [], totalDocs: 0 })
    const stranger = await (await openOrganisation()).staff()
    for (const person of [clerk, stranger]) {
      expect((await person.get(`${batches}/${batch.id}`)).statusCode).toBe(404)
      for (const act of ['printed', 'put-back', 'link']) expect((await person.post(`${batches}/${batch.id}/${act}`)).statusCode).toBe(404)
      expect((await person.post(`${batches}/${batch.id}/again`, { reason: 'Paper jam' })).statusCode).toBe(404)
    }
    expect((await (await systemAdministrator()).get(letters)).json()).toMatchObject({ code: 'not_permitted' })
    expect((await (await nobody()).get(batches)).json()).toMatchObject({ code: 'not_signed_in' })
  })
})

describe('POST /letter/batch', () => {
  test('no batch is made without a phone number to answer by, and the words say where to enter it (NOT-10)', async () => {
    const { own, clerk } = await waitingLetters(1)
    await own.query("update organisations set contact_phone = '' where id = $1", [own.id])

    expect((await clerk.post(batches, {})).json()).toMatchObject({
      code: 'conflict',
      detail: expect.stringContaining('Enter the number in the organisation’s settings') as string,
    })
    expect((await clerk.get(letters)).json()).toMatchObject({ hasContactPhone: false, totalDocs: 1 })
  })

  test('one file has every letter that can be printed; the others are cancelled with the reason, or wait for an address (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(8)
    const change = (at: number, text: string) => own.query(text, [requests[at]!.requestId])
    const patient = (at: number, text: string) => own.query(text, [requests[at]!.patientId])
    await change(1, "update form_requests set status = 'completed' where id = $1")
    await change(2, 'update form_requests set expires_at = now() where id = $1')
    await patient(3, 'update patients set archived_at = now() where id = $1')
    await patient(4, 'update patients set may_be_contacted = false where id = $1')
    await patient(5, "update patients set line1 = '' where id = $1")
    await change(6, "update notifications set status = 'delivered' where request_id = $1 and method = 'sms'")

    const batch = await made(clerk)

    expect(batch).toMatchObject({ number: 1, status: 'making', letters: 2, sheets: null, createdBy: 'Ada Byron' })
    const outcome = await Promise.all(requests.map(async ({ requestId }) => (await messagesOf(own, requestId))[1]))
    expect(outcome.map((letter) => [letter?.['status'], letter?.['reason_code'], letter?.['letter_number']])).toEqual([
      ['queued', null, 1],
      ['cancelled', 'not_open', null],
      ['cancelled', 'expired', null],
      ['cancelled', 'archived', null],
      ['cancelled', 'not_to_be_contacted', null],
      ['queued', null, null],
      ['cancelled', 'already_reached', null],
      ['queued', null, 2],
    ])
    expect(await auditOf(own, 'letterBatchMade')).toMatchObject([{ actor_id: clerk.id, subject_id: batch.id, detail: { letters: 2 } }])
  })

  test.each([
    ['a text message delivered before the letter was queued', 'printed', { method: 'sms', status: 'delivered', from: 'before' }],
    ['a text message delivered since the letter was queued', 'cancelled', { method: 'sms', status: 'delivered', from: 'after' }],
    ['an NHS App message that was only delivered', 'printed', { method: 'nhs_app', status: 'delivered', from: 'after' }],
    ['an NHS App message that was read', 'cancelled', { method: 'nhs_app', status: 'read', from: 'after' }],
  ])('a letter for a patient who had %s is %s (NOT-10)', async (_name, outcome, { method, status, from }) => {
    const own = await openOrganisation()
    await withContactPhone(own)
    const clerk = await own.staff()
    // A patient without a contact detail that can be used gets a letter, also after an earlier message has reached them.
    const { patientId, requestId, notificationId } = await unreachedRequest(own)
    await own.query('update patients set phone_number = null, email_address = null, nhs_number = null where id = $1', [patientId])
    const receive = () => own.query('update notifications set method = $2, status = $3 where id = $1', [notificationId, method, status])
    const reached = 'update form_requests set is_unreached = false, unreached_reason = null, unreached_at = null where id = $1'
    if (from === 'before') await receive()
    await own.query(reached, [requestId])
    expect((await clerk.patch(letterOf(requestId))).statusCode).toBe(200)
    if (from === 'after') await receive()

    await clerk.post(batches, {})

    const [, letter] = await messagesOf(own, requestId)
    expect(letter).toMatchObject(outcome === 'printed' ? { status: 'queued', letter_number: 1 } : { reason_code: 'already_reached' })
  })

  test('when every letter is no longer needed there is no batch, and the letters are cancelled all the same (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(1)
    await own.query("update form_requests set status = 'closed' where id = $1", [requests[0]!.requestId])

    expect((await clerk.post(batches, {})).json()).toMatchObject({ detail: 'No letter that can be printed is waiting.' })

    expect((await messagesOf(own, requests[0]!.requestId))[1]).toMatchObject({ status: 'cancelled', reason_code: 'not_open' })
  })

  test('two users who make a batch at the same moment never get the same letter (NOT-10, SAFE-1)', async () => {
    const { own, clerk } = await waitingLetters(6)

    const answers = await Promise.all([1, 2, 3].map(() => clerk.post(batches, { most: 3 })))

    const numbers = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json<LetterBatch>())
    expect(new Set(numbers.map(({ number }) => number)).size).toBe(numbers.length)
    const inBatches = await own.query(
      "select letter_batch_id, count(*)::int as letters from notifications where method = 'letter' and organisation_id = $1 and letter_batch_id is not null group by 1",
      [own.id],
    )
    expect(inBatches.reduce((sum, { letters: count }) => sum + Number(count), 0)).toBe(numbers.reduce((sum, one) => sum + one.letters, 0))
    expect(inBatches.map(({ letter_batch_id }) => letter_batch_id).toSorted()).toEqual(numbers.map(({ id }) => id).toSorted())
  })
})

describe('the file of a batch', () => {
  test('each letter has the address, the form, the address of the page, the code, the phone number and the last day, and nothing else about the patient (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(2)
    await own.query("update patients set line2 = 'Flat 3', nhs_number = '9990000018' where id = $1", [requests[0]!.patientId])
    await own.query("update form_requests set specialty = '100', pathway_id = 'P123', expires_at = '2036-12-05T12:00Z' where id = $1", [
      requests[0]!.requestId,
    ])

    const { id, url } = await printedBatch(own, clerk)
    const { headers, rawPayload } = await (await nobody()).get(url)
    const { parts, pages, title, language, marks, artifacts } = await readPdf(rawPayload)

    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="letters-batch-1.pdf"',
      'cache-control': 'no-store',
    })
    expect({ pages, title, language }).toEqual({ pages: 2, title: 'Letters, batch 1', language: 'en-GB' })
    expect(marks).toMatchObject({ Marked: true })
    expect(rawPayload.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
    const first = parts.slice(0, parts.length / 2).map(({ text }) => text.replace(/\s+/g, ' '))
    const code = formatLetterCode(letterCode(own.services.keys, requests[0]!.requestId))
    expect(first).toContain('Patient 1 Okafor 14 Woodhouse Lane Flat 3 Leeds LS2 9JT')
    expect(first).toContain('Please answer by 5 December 2036.')
    expect(first).toContain('Call us on 0113 496 0000 (Monday to Friday, 9am to 5pm).')
    expect(first.join('\n')).toContain('fill in the form "Before your operation".')
    expect(first).toContain(`Enter this code: ${code}`)
    expect(first.find((text) => text.startsWith('On a phone'))).toBe(
      `On a phone, tablet or computer, go to: ${own.services.config.PUBLIC_URL.replace(/^https?:\/\//, '')}/c`,
    )
    expect(parts.find(({ tag }) => tag === 'Figure')?.alt).toMatch(/^QR code with the link/)
    expect(artifacts[0]?.replace(/\s+/g, ' ')).toContain('Batch 1, letter 1')
    const whole = [...first, ...artifacts].join(' ')
    for (const secret of ['9990000018', '1984', '15 March', 'P123', '07700', '7700900123', 'samira@example.com', 'General'])
      expect(whole).not.toContain(secret)
    expect(await read(clerk, id)).toMatchObject({ status: 'ready', letters: 2, madeLetters: 2, sheets: 2, failure: '' })
    expect(await auditOf(own, 'letterBatchDownloaded')).toMatchObject([{ actor_id: clerk.id, subject_id: id }])
    expect(
      await own.query("select patient_ids from audit_events where event_type = 'letterBatchDownloaded' and organisation_id = $1", [own.id]),
    ).toMatchObject([{ patient_ids: expect.arrayContaining(requests.map(({ patientId }) => patientId)) as string[] }])
  })

  test('a Welsh letter in the file is marked as Welsh, with its page numbers in Welsh (NOT-10, PTN-8)', async () => {
    const { own, clerk, requests } = await waitingLetters(2)
    await own.query("update patients set locale = 'cy' where id = $1", [requests[0]!.patientId])

    const { rawPayload } = await (await nobody()).get((await printedBatch(own, clerk)).url)

    expect((await readPdf(rawPayload)).artifacts.map((text) => /(Page|Tudalen) 1 (of|o) 1/.exec(text.replace(/\s+/g, ' '))?.[0])).toEqual([
      'Tudalen 1 o 1',
      'Page 1 of 1',
    ])
    expect(rawPayload.toString('latin1').match(/\/Lang \([^)]*\)/g)).toEqual(expect.arrayContaining(['/Lang (en-GB)', '/Lang (cy)']))
  })

  test('a letter whose address has lost its postcode since the batch was made is not in the file and waits, with the reason (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(2)
    const { id } = await made(clerk)
    await own.query("update patients set postcode = '' where id = $1", [requests[0]!.patientId])

    await makeLetters(stepsOf(own), id)

    const { parts } = await readPdf(await fileOf(own, id))
    expect(parts.filter(({ text }) => text.startsWith('Dear')).map(({ text }) => text)).toEqual(['Dear Patient 2 Okafor'])
    expect(await read(clerk, id)).toMatchObject({ status: 'ready', letters: 1, madeLetters: 1, sheets: 1, toRemove: [] })
    expect((await clerk.get(letters)).json()).toMatchObject({
      docs: [{ requestId: requests[0]!.requestId, problem: 'The patient’s address has no postcode.' }],
      printable: 0,
    })
  })

  test('two-sided letters each begin on a new sheet (NOT-10)', async () => {
    const { own, clerk } = await waitingLetters(2)

    const { id } = await printedBatch(own, clerk, { isTwoSided: true })

    expect((await readPdf(await fileOf(own, id))).pages).toBe(4)
    expect(await read(clerk, id)).toMatchObject({ sheets: 2, isTwoSided: true })
  })

  test.each([
    ['a PNG logo', () => png(40, 20)],
    ['a WebP logo, which PDF does not know', () => Object.entries(smallPictures).find(([name]) => name.startsWith('image/webp'))![1]],
  ])('is made for an organisation with %s (NOT-10)', async (_name, picture) => {
    const { own, clerk } = await waitingLetters(1)
    await (await own.staff('Admin')).put(`/api/tenants/tenant/${own.id}/logo`, picture(), { 'content-type': 'image/png' })

    const { id } = await printedBatch(own, clerk)

    expect((await readPdf(await fileOf(own, id))).pages).toBe(1)
  })

  test('a worker that is killed after any step continues: the file has every letter once, in the order of the batch (NOT-10, SAFE-1)', async () => {
    const { own, clerk, requests } = await waitingLetters(3)
    const { id } = await made(clerk)

    for (const steps of [0, 1, 2, 3, 4]) await expect(makeLetters(dyingAfter(steps, stepsOf(own)), id)).rejects.toThrow('killed')
    await makeLetters(stepsOf(own), id)
    await makeLetters(stepsOf(own), id)

    const { parts, pages } = await readPdf(await fileOf(own, id))
    expect(pages).toBe(3)
    expect(parts.filter(({ text }) => text.startsWith('Dear')).map(({ text }) => text)).toEqual(
      requests.map((_, at) => `Dear Patient ${at + 1} Okafor`),
    )
    expect(await read(clerk, id)).toMatchObject({ status: 'ready', madeLetters: 3 })
  })

  test('a letter that is cancelled before its page is made is not in the file (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(2)
    const { id } = await made(clerk)
    await clerk.patch(`/api/forms/request/${requests[0]!.requestId}/cancel-message`)

    await makeLetters(stepsOf(own), id)

    const { parts } = await readPdf(await fileOf(own, id))
    expect(parts.filter(({ text }) => text.startsWith('Dear')).map(({ text }) => text)).toEqual(['Dear Patient 2 Okafor'])
  })

  test('is removed after a week, and the words say so (NOT-10)', async () => {
    const { own, clerk } = await waitingLetters(1)
    const { id, url } = await printedBatch(own, clerk)
    await own.query("update letter_batches set file_until = now() - interval '1 minute' where id = $1", [id])
    expect((await (await nobody()).get(url)).statusCode).toBe(404)

    await removeExpiredLetterFiles(stepsOf(own))

    expect(await own.query('select 1 from file_chunks where file_id = $1', [id])).toEqual([])
    expect(await read(clerk, id)).toMatchObject({ status: 'ready', fileUntil: null })
    expect((await clerk.post(`${batches}/${id}/link`)).json()).toMatchObject({ detail: 'The file of this batch is no longer kept.' })
  })

  test('the address of a file works for the user for whom it was signed, while they may export (NOT-10, EXP-2)', async () => {
    const { own, clerk } = await waitingLetters(1)
    const { url } = await printedBatch(own, clerk)
    expect((await (await nobody()).get(url.replace(/who=[^.]+/, `who=${crypto.randomUUID()}`))).statusCode).toBe(404)
    await own.query('update members set is_active = false where id = $1', [clerk.id])

    expect((await (await nobody()).get(url)).statusCode).toBe(404)
  })
})

describe('POST /letter/batch/:id/printed', () => {
  test('a batch that was printed counts its letters as sent, reaches the patients and is on their timelines, once (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(2)
    const { id } = await printedBatch(own, clerk)

    const answers = await Promise.all([1, 2].map(() => clerk.post(`${batches}/${id}/printed`)))

    expect(answers.map((answer) => answer.json())).toMatchObject([1, 2].map(() => ({ status: 'printed', endedBy: 'Ada Byron' })))
    for (const { requestId } of requests) {
      expect((await messagesOf(own, requestId))[1]).toMatchObject({ status: 'sent', letter_sheets: 1, letter_batch_id: id })
      expect(await eventsOf(own, requestId)).toMatchObject([{ kind: 'letter_queued' }, { kind: 'letter_printed', detail: { batch: 1 } }])
      expect((await clerk.get(`/api/forms/request/${requestId}`)).json()).toMatchObject({ isUnreached: false })
    }
    expect(await own.query('select 1 from file_chunks where file_id = $1', [id]), 'only on purpose from now on').toEqual([])
    expect((await clerk.post(`${batches}/${id}/link`)).json()).toMatchObject({ detail: 'The file of this batch is no longer kept.' })
    expect(await auditOf(own, 'letterBatchPrinted')).toMatchObject([{ subject_id: id, detail: { letters: 2 } }])
  })

  test('a batch is marked as printed only after its file was asked for (NOT-10)', async () => {
    const { own, clerk } = await waitingLetters(1)
    const { id } = await made(clerk)
    expect((await clerk.post(`${batches}/${id}/printed`)).json()).toMatchObject({
      detail: 'Only a batch with a file can be marked as printed.',
    })
    await makeLetters(stepsOf(own), id)

    expect((await clerk.post(`${batches}/${id}/printed`)).json()).toMatchObject({ detail: 'Download and print the letters first.' })
  })

  test('letters that are no longer needed when they have been printed are named, and are cancelled (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(3)
    const { id } = await printedBatch(own, clerk)
    await own.query("update form_requests set status = 'completed' where id = $1", [requests[0]!.requestId])
    await clerk.patch(`/api/forms/request/${requests[1]!.requestId}/cancel-message`)

    expect((await read(clerk, id)).toRemove).toMatchObject([
      {
        number: 1,
        requestId: requests[0]!.requestId,
        patient: { firstName: 'Patient 1' },
        reason: 'The form request was no longer open. The letter will be cancelled.',
      },
      { number: 2, requestId: requests[1]!.requestId, reason: 'The letter was cancelled.' },
    ])
    await clerk.post(`${batches}/${id}/printed`, { removed: [1, 2] })

    const outcome = await Promise.all(requests.map(async ({ requestId }) => (await messagesOf(own, requestId))[1]?.['status']))
    expect(outcome).toEqual(['cancelled', 'cancelled', 'sent'])
  })

  test.each([
    ['name', "update patients set last_name = 'Adeyemi' where id = $1"],
    ['address', "update patients set line1 = '2 Chapel Row', postcode = 'LS6 1AA' where id = $1"],
  ])(
    'a letter whose patient got another %s after the file was made is named, and waits for another batch (NOT-10)',
    async (_name, correct) => {
      const { own, clerk, requests } = await waitingLetters(2)
      const { id } = await printedBatch(own, clerk)
      // Nothing of this is on an envelope.
      await own.query("update patients set phone_number = '+447700900456', line2 = '  ' where organisation_id = $1", [own.id])
      expect((await read(clerk, id)).toRemove).toEqual([])
      await own.query(correct, [requests[0]!.patientId])

      expect((await read(clerk, id)).toRemove).toMatchObject([
        {
          number: 1,
          requestId: requests[0]!.requestId,
          reason: 'The patient’s name or address was changed after the letter was made. The letter will wait for another batch.',
        },
      ])
      await clerk.post(`${batches}/${id}/printed`, { removed: [1] })

      expect((await messagesOf(own, requests[0]!.requestId))[1]).toMatchObject({
        status: 'queued',
        letter_batch_id: null,
        letter_sheets: null,
      })
      expect((await messagesOf(own, requests[1]!.requestId))[1]).toMatchObject({ status: 'sent' })
      expect(await eventsOf(own, requests[0]!.requestId)).toMatchObject([{ kind: 'letter_queued' }])
      expect((await clerk.get(`/api/forms/request/${requests[0]!.requestId}`)).json()).toMatchObject({ isUnreached: true })
      expect(await auditOf(own, 'letterBatchPrinted')).toMatchObject([{ detail: { letters: 1 } }])
      const second = await printedBatch(own, clerk)
      expect((await read(clerk, second.id)).toRemove).toEqual([])
    },
  )

  test('a letter that must not be posted since the user opened the question is refused once, named, and then left out (NOT-10, SAFE-1)', async () => {
    const { own, clerk, requests } = await waitingLetters(3)
    const { id } = await printedBatch(own, clerk)
    const seen = (await read(clerk, id)).toRemove as { number: number }[]
    expect(seen).toEqual([])
    await own.query("update patients set line1 = '2 Chapel Row' where id = $1", [requests[1]!.patientId])

    const refused = await clerk.post(`${batches}/${id}/printed`, { removed: [] })

    expect(refused.json()).toMatchObject({
      code: 'conflict',
      detail: expect.stringMatching(/^1 more letter must not be posted\./) as string,
    })
    expect(refused.body, 'the refusal names no patient').not.toContain('Patient 2')
    expect(await read(clerk, id)).toMatchObject({ status: 'ready', toRemove: [{ number: 2, patient: { firstName: 'Patient 2' } }] })
    expect((await messagesOf(own, requests[0]!.requestId))[1]).toMatchObject({ status: 'queued', letter_batch_id: id })
    await clerk.patch(`/api/forms/request/${requests[2]!.requestId}/cancel-message`)
    expect((await clerk.post(`${batches}/${id}/printed`, { removed: [2] })).statusCode, 'another was cancelled meanwhile').toBe(409)

    expect((await clerk.post(`${batches}/${id}/printed`, { removed: [2, 3] })).json()).toMatchObject({ status: 'printed' })

    const outcome = await Promise.all(requests.map(async ({ requestId }) => (await messagesOf(own, requestId))[1]?.['status']))
    expect(outcome).toEqual(['sent', 'queued', 'cancelled'])
  })

  test('a letter that was taken out is not counted as posted when its address is right again (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(2)
    const { id } = await printedBatch(own, clerk)

    await clerk.post(`${batches}/${id}/printed`, { removed: [1] })

    expect((await messagesOf(own, requests[0]!.requestId))[1]).toMatchObject({ status: 'queued', letter_batch_id: null })
    expect((await messagesOf(own, requests[1]!.requestId))[1]).toMatchObject({ status: 'sent' })
  })

  test('the database holds no hash of an envelope that can be searched without the key (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(1)
    await printedBatch(own, clerk)

    const [row] = await own.query('select letter_envelope_hash from notifications where request_id = $1 and letter_batch_id is not null', [
      requests[0]!.requestId,
    ])

    const lines = ['Patient 1 Okafor', '14 Woodhouse Lane', 'Leeds', 'LS2 9JT']
    const plain = [lines.join('\n'), JSON.stringify(lines)].map((text) => createHash('sha256').update(text).digest('hex'))
    expect(row!['letter_envelope_hash']).toHaveLength(32)
    expect(plain).not.toContain((row!['letter_envelope_hash'] as Buffer).toString('hex'))
  })

  test('a message that failed while the letter waited does not hide that the letter was printed (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(1)
    const { requestId } = requests[0]!
    const { id } = await printedBatch(own, clerk)
    await own.query(
      "insert into notifications (organisation_id, request_id, category, method, status) values ($1, $2, 'request_reminder', 'sms', 'failed')",
      [own.id, requestId],
    )

    await clerk.post(`${batches}/${id}/printed`)

    expect((await clerk.get(`/api/forms/request/${requestId}`)).json()).toMatchObject({ isUnreached: false })
  })
})

describe('a batch of a user with assigned wards, after a patient moved to another ward', () => {
  test('put back: every letter waits again (NOT-10, MEM-4)', async () => {
    const { own, clerk, admin, requests, moveAway } = await wardLetters(2)
    const { id } = await printedBatch(own, clerk)
    await moveAway()

    expect((await clerk.post(`${batches}/${id}/put-back`)).json()).toMatchObject({ status: 'returned' })

    expect((await messagesOf(own, requests[0]!.requestId))[1]).toMatchObject({
      status: 'queued',
      letter_batch_id: null,
      letter_number: null,
    })
    expect((await admin.get(letters)).json()).toMatchObject({ totalDocs: 2, printable: 2 })
    expect((await clerk.get(letters)).json(), 'the clerk sees the letters of the ward only').toMatchObject({ totalDocs: 1, printable: 1 })
    expect(await patientsIn(own, 'letterBatchReturned')).toEqual(patientsOf(requests))
  })

  test('marked as printed: every letter counts as sent and is on its timeline (NOT-10, MEM-4)', async () => {
    const { own, clerk, requests, moveAway } = await wardLetters(2)
    const { id } = await printedBatch(own, clerk)
    await moveAway()

    expect((await clerk.post(`${batches}/${id}/printed`)).json()).toMatchObject({ status: 'printed' })

    for (const { requestId } of requests) {
      expect((await messagesOf(own, requestId))[1]).toMatchObject({ status: 'sent' })
      expect(await eventsOf(own, requestId)).toMatchObject([{ kind: 'letter_queued' }, { kind: 'letter_printed' }])
      expect(await own.query('select is_unreached from form_requests where id = $1', [requestId])).toEqual([{ is_unreached: false }])
    }
    expect(await patientsIn(own, 'letterBatchPrinted')).toEqual(patientsOf(requests))
    expect(await auditOf(own, 'letterBatchPrinted')).toMatchObject([{ detail: { letters: 2 } }])
  })

  test('the letters to take out and the audit of a download name every patient (NOT-10, MEM-4, EXP-2)', async () => {
    const { own, clerk, requests, moveAway } = await wardLetters(2)
    const { id, url } = await printedBatch(own, clerk)
    await moveAway()
    await own.query("update form_requests set status = 'completed' where id = $1", [requests[0]!.requestId])

    expect((await read(clerk, id)).toRemove).toMatchObject([{ number: 1, requestId: requests[0]!.requestId }])
    expect((await (await nobody()).get(url)).statusCode).toBe(200)

    expect(await patientsIn(own, 'letterBatchDownloaded')).toEqual(patientsOf(requests))
  })

  test('printed again: every letter is made again, and the user still sees their ward only (NOT-10, MEM-4)', async () => {
    const { own, clerk, requests, moveAway } = await wardLetters(2)
    const first = await printedBatch(own, clerk)
    await clerk.post(`${batches}/${first.id}/printed`)
    await moveAway()

    const again = (await clerk.post(`${batches}/${first.id}/again`, { reason: 'Paper jam' })).json<LetterBatch>()

    expect(again).toMatchObject({ reprintOf: 1, letters: 2 })
    expect((await clerk.get(`/api/forms/request/${requests[0]!.requestId}`)).statusCode).toBe(404)
  })

  test('a user of the other ward sees and ends no batch of somebody else (NOT-10, MEM-4)', async () => {
    const { own, clerk, requests, moveAway } = await wardLetters(1)
    const { id } = await printedBatch(own, clerk)
    await moveAway()
    const stranger = await own.staff()
    const wards = await own.query('select id from wards where organisation_id = $1', [own.id])
    for (const ward of wards)
      await own.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [
        own.id,
        stranger.id,
        ward['id'],
      ])

    for (const act of ['printed', 'put-back', 'link']) expect((await stranger.post(`${batches}/${id}/${act}`)).statusCode).toBe(404)
    expect((await stranger.get(`${batches}/${id}`)).statusCode).toBe(404)
    expect((await messagesOf(own, requests[0]!.requestId))[1]).toMatchObject({ status: 'queued', letter_batch_id: id })
  })
})

describe('reminders after a letter', () => {
  test('a patient whom only a letter reached gets no reminder by the method that failed, and the form request says so (NOT-10, NOT-5)', async () => {
    const { own, clerk, requests } = await waitingLetters(1)
    const { requestId } = requests[0]!
    const { id } = await printedBatch(own, clerk)
    await clerk.post(`${batches}/${id}/printed`)
    await own.query('update organisations set reminder_days = 3 where id = $1', [own.id])
    await own.query("update form_requests set notified_at = now() - interval '4 days' where id = $1", [requestId])
    await own.query("update notifications set sent_at = sent_at - interval '4 days' where request_id = $1", [requestId])

    await sendReminders(stepsOf(own))

    expect(await messagesOf(own, requestId)).toHaveLength(2)
    expect((await clerk.get(`/api/forms/request/${requestId}`)).json().reminders).toEqual({ planned: [], none: 'letter' })
  })
})

describe('POST /letter/batch/:id/put-back', () => {
  test('letters that were not printed wait for another batch, and the file is gone (NOT-10, SAFE-1)', async () => {
    const { own, clerk, requests } = await waitingLetters(2)
    const { id } = await printedBatch(own, clerk)

    for (const _press of [1, 2])
      expect((await clerk.post(`${batches}/${id}/put-back`)).json()).toMatchObject({ status: 'returned', fileUntil: null })

    expect(await own.query('select 1 from file_chunks where file_id = $1', [id])).toEqual([])
    expect((await clerk.get(letters)).json()).toMatchObject({ totalDocs: 2, printable: 2 })
    expect(await made(clerk)).toMatchObject({ number: 2, letters: 2 })
    expect((await messagesOf(own, requests[0]!.requestId))[1]).toMatchObject({ status: 'queued', letter_number: 1 })
    expect((await clerk.post(`${batches}/${id}/printed`)).json()).toMatchObject({ code: 'conflict' })
  })

  test('a worker that still makes the file of a batch that was put back writes nothing more (NOT-10, SAFE-1)', async () => {
    const { own, clerk } = await waitingLetters(1)
    const { id } = await made(clerk)
    const steps = stepsOf(own)
    let count = 0
    await makeLetters(
      {
        ...steps,
        step: async (work) => {
          if (++count === 3) await clerk.post(`${batches}/${id}/put-back`)
          return steps.step(work)
        },
      },
      id,
    )

    expect(await own.query('select 1 from file_chunks where file_id = $1', [id])).toEqual([])
    expect(await read(clerk, id)).toMatchObject({ status: 'returned' })
  })
})

describe('POST /letter/batch/:id/again', () => {
  test('printed letters are printed again on purpose only, with a reason, without those that are no longer needed (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(2)
    const first = await printedBatch(own, clerk)
    expect((await clerk.post(`${batches}/${first.id}/again`, { reason: 'Jam' })).json()).toMatchObject({ code: 'conflict' })
    await clerk.post(`${batches}/${first.id}/printed`)
    expect((await clerk.post(`${batches}/${first.id}/again`, { reason: ' ' })).statusCode).toBe(400)
    await own.query("update form_requests set status = 'completed' where id = $1", [requests[0]!.requestId])

    const again = (await clerk.post(`${batches}/${first.id}/again`, { reason: 'Paper jam' })).json<LetterBatch>()
    await makeLetters(stepsOf(own), again.id)
    await clerk.post(`${batches}/${again.id}/link`)
    const file = await fileOf(own, again.id)
    await clerk.post(`${batches}/${again.id}/printed`)

    expect(again).toMatchObject({ number: 2, reprintOf: 1, reason: 'Paper jam', letters: 1 })
    const { parts } = await readPdf(file)
    const code = formatLetterCode(letterCode(own.services.keys, requests[1]!.requestId))
    expect(
      parts.map(({ text }) => text.replace(/\s+/g, ' ')),
      'the code is the same as in the first letter',
    ).toContain(`Enter this code: ${code}`)
    expect((await eventsOf(own, requests[1]!.requestId)).map(({ kind }) => kind)).toEqual([
      'letter_queued',
      'letter_printed',
      'letter_printed_again',
    ])
    expect(await messagesOf(own, requests[1]!.requestId)).toMatchObject([
      { method: 'sms' },
      { method: 'letter', status: 'sent' },
      { method: 'letter', status: 'sent' },
    ])
    expect(await auditOf(own, 'letterBatchMade')).toMatchObject([{}, { detail: { reprintOf: first.id, reason: 'Paper jam' } }])
  })

  test('a letter is printed again for a patient whom a message had reached before the letter (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(2)
    await own.query(
      `insert into notifications (organisation_id, request_id, category, method, status, sent_at, created_at)
       values ($1, $2, 'request_created', 'sms', 'delivered', now() - interval '9 days', now() - interval '9 days')`,
      [own.id, requests[0]!.requestId],
    )
    const first = await printedBatch(own, clerk)
    await clerk.post(`${batches}/${first.id}/printed`)

    expect((await clerk.post(`${batches}/${first.id}/again`, { reason: 'Paper jam' })).json()).toMatchObject({ letters: 2 })
  })

  test('letters that are not printed again after all are cancelled, and do not wait in the queue (NOT-10)', async () => {
    const { own, clerk, requests } = await waitingLetters(1)
    const first = await printedBatch(own, clerk)
    await clerk.post(`${batches}/${first.id}/printed`)
    const again = (await clerk.post(`${batches}/${first.id}/again`, { reason: 'Paper jam' })).json<LetterBatch>()

    await clerk.post(`${batches}/${again.id}/put-back`)

    expect((await clerk.get(letters)).json()).toMatchObject({ totalDocs: 0 })
    expect((await messagesOf(own, requests[0]!.requestId))[2]).toMatchObject({ status: 'cancelled' })
  })

  test('a patient who has lost a letter gets another on purpose only (NOT-10, NOT-9)', async () => {
    const { own, clerk, requests } = await waitingLetters(1)
    const { requestId } = requests[0]!
    const first = await printedBatch(own, clerk)
    await clerk.post(`${batches}/${first.id}/printed`)

    expect((await clerk.patch(letterOf(requestId))).json()).toMatchObject({ detail: 'A letter has already been printed.' })
    expect((await clerk.patch(letterOf(requestId), { again: true })).statusCode).toBe(200)

    const second = await printedBatch(own, clerk)
    await clerk.post(`${batches}/${second.id}/printed`)
    expect((await eventsOf(own, requestId)).at(-1)).toMatchObject({ kind: 'letter_printed_again', detail: { batch: 2 } })
  })
})
