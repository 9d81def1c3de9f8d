import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import type { BulkChange, BulkMessagePreview, BulkReason } from '#contract/bulk-changes.ts'
import { unreachedRequest } from '#test/letters.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { runChange } from './bulk-change.job.ts'

const address = '/api/forms/request/bulk'
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>

const preview = async (clerk: Staff, order: object) => (await clerk.post(`${address}/messages`, order)).json<BulkMessagePreview>()

/** Orders what the dialog has just shown. */
async function begin(clerk: Staff, order: { act: string } & Record<string, unknown>) {
  const { act, filters, requests } = order
  const { until, total } = await preview(clerk, { act, ...(filters ? { filters } : {}), ...(requests ? { requests } : {}) })
  return (await clerk.post(address, { until, expected: total, ...order })).json<BulkChange>()
}

/** Begins the change and does it at once instead of a worker. */
async function change(own: TestOrganisation, clerk: Staff, order: { act: string } & Record<string, unknown>) {
  const begun = await begin(clerk, order)
  await runChange(stepsOf(own), { changeId: begun.id })
  return (await clerk.get(`${address}/${begun.id}`)).json<BulkChange>()
}

const reasonsOf = async (clerk: Staff, { id }: BulkChange) =>
  (await clerk.get(`${address}/${id}/reasons`)).json<{ docs: BulkReason[] }>().docs

const messagesOf = (own: TestOrganisation, requestId: string) =>
  own.query('select category, method, status, send_after from notifications where request_id = $1 order by created_at', [requestId])

/** An open request whose message was delivered an hour ago. */
async function delivered(own: TestOrganisation, asked: Parameters<typeof sendFormToPatient>[1] = {}) {
  const sent = await sendFormToPatient(own, asked)
  await own.query("update notifications set status = 'delivered', sent_at = now() - interval '1 hour' where id = $1", [sent.notificationId])
  return sent.requestId
}

/** An open request whose message failed. */
async function failed(own: TestOrganisation, asked: Parameters<typeof sendFormToPatient>[1] = {}) {
  const sent = await sendFormToPatient(own, asked)
  await own.query("update notifications set status = 'failed', updated_at = now() - interval '1 hour' where id = $1", [sent.notificationId])
  return sent.requestId
}

/** So many unopened requests, each of a patient of its own, without a message. */
async function manyRequests(own: TestOrganisation, count: number) {
  const { id: formId } = await aForm(own)
  await own.query(
    `with people as (
       insert into patients (organisation_id, first_name, last_name, name_key, date_of_birth, phone_number)
       select $1, 'Grace', 'Hopper', 'hopper grace', '1961-03-09', '+447700900123' from generate_series(1, $3) returning id)
     insert into form_requests (organisation_id, patient_id, form_id, form_version, notification_method, expires_at, created_at, patient_name_key, is_unreached, unreached_reason, unreached_at)
     select $1, id, $2, 1, 'sms', now() + interval '9 days', now() - interval '1 hour', 'hopper grace', true, 'technical_failure', now() from people`,
    [own.id, formId, count],
  )
}

const audited = async (own: TestOrganisation, type: string) => (await own.auditTrail()).filter(({ event_type }) => event_type === type)

describe('POST /request/bulk/messages', () => {
  test('the dialog counts messages by method, repeats, requests of colleagues, and why the others get none (NOT-9)', async () => {
    const own = await openOrganisation()
    const [clerk, holder] = [await own.staff(), await own.staff()]
    await own.query('update organisations set sms_fragment_price = 2.4 where id = $1', [own.id])
    await failed(own)
    const repeat = await delivered(own, { method: 'email' })
    await own.query('update form_requests set assignee_id = $2, assigned_at = now() where id = $1', [repeat, holder.id])
    await delivered(own, { isArchived: true })
    await delivered(own, { mayBeContacted: false })
    const { requestId: waiting } = await sendFormToPatient(own)
    await aRequest(own, { status: 'completed' })

    const shown = await preview(clerk, { act: 'send' })

    expect(shown.total).toBe(6)
    expect(shown.groups).toEqual(
      expect.arrayContaining([
        { method: 'sms', isTaken: false, isRepeat: false, count: 1, fragments: 1, tooLong: 0 },
        { method: 'email', isTaken: true, isRepeat: true, count: 1, fragments: null, tooLong: 0 },
      ]),
    )
    expect(shown.groups).toHaveLength(2)
    expect(shown).toMatchObject({ fragmentPrice: 2.4, lastDueAt: expect.any(String) })
    expect(shown.refusals.toSorted((one, other) => (one.reason < other.reason ? -1 : 1))).toEqual([
      { reason: 'The message can be sent only while the form request is open.', count: 1 },
      { reason: 'The message cannot be sent. This patient does not wish to be contacted.', count: 1 },
      { reason: 'The message cannot be sent. This patient is archived.', count: 1 },
      { reason: 'The message is already waiting to be sent.', count: 1 },
    ])
    expect(await preview(clerk, { act: 'cancel_message' })).toMatchObject({
      groups: [{ method: 'sms', isTaken: false, isRepeat: false, count: 1, fragments: null }],
      lastDueAt: null,
    })
    expect(await preview(clerk, { act: 'remind', requests: [repeat] })).toMatchObject({
      total: 1,
      groups: [{ method: 'email', isTaken: true }],
    })
    expect(await messagesOf(own, waiting), 'nothing was changed').toHaveLength(1)
    expect(await audited(own, 'formRequestSentAgain')).toEqual([])
  })

  test('a user of another organisation sees and changes nothing (NOT-9, SAFE-2)', async () => {
    const [own, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const requestId = await failed(own)
    const stranger = await elsewhere.staff()
    expect(await preview(stranger, { act: 'send', requests: [requestId] })).toMatchObject({ total: 0, groups: [], refusals: [] })
    const refused = await stranger.post(address, { act: 'send', requests: [requestId], until: new Date().toISOString(), expected: 1 })
    expect(refused.json()).toMatchObject({ status: 409, detail: expect.stringContaining('0 form requests match now, not 1.') })
  })
})

describe('POST /request/bulk for messages', () => {
  test('messages are sent again to the selected patients only, each recorded, with a reason for each that was not (NOT-9)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const [lost, had, unselected] = [await failed(own), await delivered(own), await failed(own)]

    const first = await change(own, clerk, { act: 'send', requests: [lost, had] })

    expect(first).toMatchObject({ act: 'send', status: 'completed', totalRequests: 2, doneRequests: 1, refusedRequests: 1 })
    expect(await reasonsOf(clerk, first)).toContainEqual({ outcome: 'conflict', reason: 'The message has already been sent.', count: 1 })
    expect(await messagesOf(own, lost)).toMatchObject([{ status: 'failed' }, { status: 'queued', category: 'request_created' }])
    expect(await messagesOf(own, unselected)).toHaveLength(1)
    expect(await audited(own, 'formRequestSentAgain')).toMatchObject([{ subject_id: lost, actor_id: clerk.id }])

    const second = await change(own, clerk, { act: 'send', requests: [lost, had], again: true })
    expect(second).toMatchObject({ doneRequests: 1, refusedRequests: 1 })
    expect(await reasonsOf(clerk, second)).toContainEqual({
      outcome: 'conflict',
      reason: 'The message is already waiting to be sent.',
      count: 1,
    })
    expect(await messagesOf(own, had)).toMatchObject([{ status: 'delivered' }, { status: 'queued' }])
  })

  test('reminders go to all that match, and waiting messages are cancelled (NOT-9)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const [reached, unreached] = [await delivered(own), await failed(own)]

    const reminded = await change(own, clerk, { act: 'remind' })
    expect(reminded).toMatchObject({ doneRequests: 1, refusedRequests: 1 })
    expect(await messagesOf(own, reached)).toMatchObject([{}, { category: 'request_reminder', status: 'queued' }])

    const cancelled = await change(own, clerk, { act: 'cancel_message' })
    expect(cancelled).toMatchObject({ doneRequests: 1, refusedRequests: 1 })
    expect(await reasonsOf(clerk, cancelled)).toContainEqual({ outcome: 'conflict', reason: 'No message is waiting to be sent.', count: 1 })
    expect(await messagesOf(own, reached)).toMatchObject([{ status: 'delivered' }, { status: 'cancelled' }])
    expect(await messagesOf(own, unreached)).toMatchObject([{ status: 'failed' }])
    expect(await audited(own, 'formRequestMessageCancelled')).toMatchObject([{ subject_id: reached, actor_id: clerk.id }])
  })

  test('a second press with the same key starts nothing, and two users who press at once send one message (NOT-9)', async () => {
    const own = await openOrganisation()
    const [ada, grace] = [await own.staff(), await own.staff()]
    const requestId = await delivered(own)
    const order = { act: 'send', requests: [requestId], again: true }
    const key = randomUUID()

    const presses = await Promise.all([begin(ada, { ...order, key }), begin(ada, { ...order, key })])
    const other = await begin(grace, order)

    expect(presses[0].id).toBe(presses[1].id)
    await Promise.all([presses[0], other].map(({ id }) => runChange(stepsOf(own), { changeId: id })))
    expect(await messagesOf(own, requestId)).toHaveLength(2)
    expect(await audited(own, 'formRequestSentAgain')).toHaveLength(1)
  })

  test('a change that a worker begins hours later repeats no message that somebody else sent meanwhile (NOT-9)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const requestId = await delivered(own)
    const late = await begin(clerk, { act: 'send', requests: [requestId], again: true })
    await change(own, clerk, { act: 'send', requests: [requestId], again: true })
    await own.query(`update bulk_changes set created_at = now() - interval '3 hours', seen_at = now() - interval '3 hours' where id = $1`, [
      late.id,
    ])
    await own.query(
      "update notifications set status = 'sent', sent_at = now() - interval '2 hours' where status = 'queued' and request_id = $1",
      [requestId],
    )

    await runChange(stepsOf(own), { changeId: late.id })

    expect(await reasonsOf(clerk, late)).toMatchObject([
      { reason: 'Another message was sent or cancelled after this bulk change was checked.' },
    ])
    expect(await messagesOf(own, requestId)).toHaveLength(2)
  })

  test(
    'thousands of messages are queued once each and become due one after another, when a worker is killed and two continue (NOT-9, SAFE-1)',
    { timeout: 120_000 },
    async () => {
      const own = await openOrganisation()
      const clerk = await own.staff()
      await own.query('update organisations set sending_from = 0, sending_until = 24, sends_on_weekdays_only = false where id = $1', [
        own.id,
      ])
      await manyRequests(own, 1_300)
      const { lastDueAt } = await preview(clerk, { act: 'send' })
      const { id } = await begin(clerk, { act: 'send' })
      const steps = stepsOf(own)

      await expect(runChange(dyingAfter(2, steps), { changeId: id })).rejects.toThrow('killed')
      await Promise.all([runChange(steps, { changeId: id }), runChange(steps, { changeId: id })])

      expect((await clerk.get(`${address}/${id}`)).json()).toMatchObject({ status: 'completed', doneRequests: 1_300, refusedRequests: 0 })
      const [told] = await own.query(
        `select count(*)::int as messages, count(distinct request_id)::int as requests,
           (extract(epoch from max(send_after) - min(send_after)))::int as seconds, max(send_after)::text as last
         from notifications where organisation_id = $1`,
        [own.id],
      )
      expect(told).toMatchObject({ messages: 1_300, requests: 1_300 })
      expect(told!['seconds']).toBeGreaterThan(100)
      expect(told!['seconds']).toBeLessThan(135)
      expect(Math.abs(Date.parse(told!['last'] as string) - Date.parse(lastDueAt!)), 'as the dialog said').toBeLessThan(20_000) // text
      expect(
        await own.query("select count(*)::int from audit_events where organisation_id = $1 and event_type = 'formRequestSentAgain'", [
          own.id,
        ]),
      ).toEqual([{ count: 1_300 }])
    },
  )

  test('form requests are named only for an act on messages, and 50,001 are too many (NOT-9)', { timeout: 120_000 }, async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { id: requestId } = await aRequest(own)
    const named = { act: 'close', requests: [requestId], until: new Date().toISOString(), expected: 1 }
    expect((await clerk.post(address, named)).json()).toMatchObject({ status: 400, errors: [{ field: 'requests' }] })

    await aPatient(own)
    await own.query(
      `insert into form_requests (organisation_id, patient_id, form_id, form_version, notification_method, expires_at, created_at, patient_name_key)
       select organisation_id, patient_id, form_id, 1, 'sms', expires_at, created_at, patient_name_key
       from form_requests, generate_series(1, 50000) where id = $1`,
      [requestId],
    )
    expect(await preview(clerk, { act: 'remind' })).toMatchObject({ total: 50_001, groups: [], refusals: [] })
    const refused = await clerk.post(address, { act: 'remind', until: new Date().toISOString(), expected: 50_001 })
    expect(refused.json()).toMatchObject({
      status: 409,
      detail: expect.stringContaining('50,001 form requests match. No more than 50,000 can be changed at once.'),
    })
  })
})

/** An open request whose letter was printed an hour ago. */
async function printed(own: TestOrganisation) {
  const { requestId } = await unreachedRequest(own)
  await own.query(
    "insert into notifications (organisation_id, request_id, category, method, status, sent_at) values ($1, $2, 'request_created', 'letter', 'sent', now() - interval '1 hour')",
    [own.id, requestId],
  )
  return requestId
}

describe('POST /request/bulk for letters', () => {
  test('the dialog counts letters, their price, repeats and requests of colleagues, and why the others get none (NOT-10)', async () => {
    const own = await openOrganisation()
    const [clerk, holder] = [await own.staff(), await own.staff()]
    await own.query('update organisations set letter_price = 85 where id = $1', [own.id])
    await unreachedRequest(own)
    const { requestId: taken } = await unreachedRequest(own)
    await own.query('update form_requests set assignee_id = $2, assigned_at = now() where id = $1', [taken, holder.id])
    const had = await printed(own)
    await unreachedRequest(own, { address: { postcode: '' } })
    await unreachedRequest(own, { isArchived: true })
    await delivered(own)
    const { requestId: waiting } = await unreachedRequest(own)
    await clerk.patch(`/api/forms/request/${waiting}/letter`)

    const shown = await preview(clerk, { act: 'queue_letter' })

    expect(shown).toMatchObject({ total: 7, letterPrice: 85, lastDueAt: null })
    const letter = { method: 'letter', count: 1, fragments: null, tooLong: 0 }
    expect(shown.groups).toHaveLength(3)
    expect(shown.groups).toEqual(
      expect.arrayContaining([
        { ...letter, isTaken: false, isRepeat: false },
        { ...letter, isTaken: true, isRepeat: false },
        { ...letter, isTaken: false, isRepeat: true },
      ]),
    )
    expect(shown.refusals.toSorted((one, other) => (one.reason < other.reason ? -1 : 1))).toEqual([
      { reason: 'A letter is already waiting to be printed.', count: 1 },
      { reason: 'Letters are for patients whom no message has reached.', count: 1 },
      { reason: 'The patient’s address has no postcode.', count: 1 },
      { reason: 'This patient is archived.', count: 1 },
    ])
    expect(await messagesOf(own, had), 'nothing was queued').toHaveLength(2)
  })

  test('letters are queued for the selected requests only, each recorded, and repeated only if asked for (NOT-10, NOT-9)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { requestId: first } = await unreachedRequest(own)
    const had = await printed(own)
    const { requestId: unselected } = await unreachedRequest(own)

    const once = await change(own, clerk, { act: 'queue_letter', requests: [first, had] })

    expect(once).toMatchObject({ act: 'queue_letter', status: 'completed', totalRequests: 2, doneRequests: 1, refusedRequests: 1 })
    expect(await reasonsOf(clerk, once)).toContainEqual({ outcome: 'conflict', reason: 'A letter has already been printed.', count: 1 })
    expect(await messagesOf(own, first)).toMatchObject([{ status: 'failed' }, { method: 'letter', status: 'queued' }])
    expect(await messagesOf(own, unselected)).toHaveLength(1)
    expect(await audited(own, 'formRequestLetterQueued')).toMatchObject([{ subject_id: first, actor_id: clerk.id }])
    expect((await clerk.get('/api/forms/letter')).json()).toMatchObject({ totalDocs: 1, printable: 1 })

    const again = await change(own, clerk, { act: 'queue_letter', requests: [first, had], again: true })
    expect(again).toMatchObject({ doneRequests: 1, refusedRequests: 1 })
    expect(await messagesOf(own, had)).toMatchObject([{}, { status: 'sent' }, { method: 'letter', status: 'queued' }])
  })

  test('a letter that somebody else printed after the change began is not followed by another (NOT-10, NOT-9)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const requestId = await printed(own)
    const late = await begin(clerk, { act: 'queue_letter', requests: [requestId], again: true })
    await own.query("update bulk_changes set created_at = now() - interval '3 hours', seen_at = now() - interval '3 hours' where id = $1", [
      late.id,
    ])

    await runChange(stepsOf(own), { changeId: late.id })

    expect(await reasonsOf(clerk, late)).toMatchObject([
      { reason: 'Another letter was printed or cancelled after this bulk change was checked.' },
    ])
    expect(await messagesOf(own, requestId)).toHaveLength(2)
  })

  test('more than a thousand letters are queued once each when a worker is killed and two continue (NOT-10, SAFE-1)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    await manyRequests(own, 1_100)
    await own.query("update patients set line1 = '14 Woodhouse Lane', postcode = 'LS2 9JT' where organisation_id = $1", [own.id])
    const { id } = await begin(clerk, { act: 'queue_letter' })
    const steps = stepsOf(own)

    await expect(runChange(dyingAfter(2, steps), { changeId: id })).rejects.toThrow('killed')
    await Promise.all([runChange(steps, { changeId: id }), runChange(steps, { changeId: id })])

    expect((await clerk.get(`${address}/${id}`)).json()).toMatchObject({ status: 'completed', doneRequests: 1_100, refusedRequests: 0 })
    expect(
      await own.query(
        "select count(*)::int as letters, count(distinct request_id)::int as requests from notifications where organisation_id = $1 and method = 'letter' and status = 'queued'",
        [own.id],
      ),
    ).toEqual([{ letters: 1_100, requests: 1_100 }])
  })

  test('a user limited to wards previews and queues letters of their wards only (NOT-10, MEM-4)', async () => {
    const own = await openOrganisation({ wardAccess: 'assigned' })
    const clerk = await own.staff()
    const [{ patientId, requestId }, { requestId: elsewhere }] = [await unreachedRequest(own), await unreachedRequest(own)]
    const ward = randomUUID()
    await own.query("insert into wards (organisation_id, id, name) values ($1, $2, 'North')", [own.id, ward])
    await own.query('update patients set ward_id = $2 where id = $1', [patientId, ward])
    await own.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [own.id, clerk.id, ward])

    expect(await change(own, clerk, { act: 'queue_letter' })).toMatchObject({ totalRequests: 1, doneRequests: 1 })

    expect(await messagesOf(own, requestId)).toHaveLength(2)
    expect(await messagesOf(own, elsewhere)).toHaveLength(1)
  })
})
