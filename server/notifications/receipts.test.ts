import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { recordAnswer } from '#server/platform/outbound/pauses.ts'
import { openWithNotify } from '#test/govuk-notify-organisation.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'

import { findReceipts } from './find-receipts.job.ts'
import { sendNotification } from './send-notification.ts'

const messageOf = async (ward: TestOrganisation, id: string) =>
  (await ward.query('select status, reason, channel, provider_id from notifications where id = $1', [id]))[0]
const requestOf = async (ward: TestOrganisation, id: string) =>
  (await ward.query('select is_unreached, notified_at is not null as is_notified from form_requests where id = $1', [id]))[0]
const kindsOf = async (ward: TestOrganisation, requestId: string) =>
  (await ward.query('select kind from form_request_events where request_id = $1 order by id', [requestId])).map(({ kind }) => kind)

describe('POST /callbacks/govuk-notify', () => {
  test('a message is accepted with the id of the provider, and delivered when the receipt says so (NOT-8)', async () => {
    const { ward, notify, steps, receive } = await openWithNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)

    await sendNotification(steps, notificationId)
    const [sent] = notify.kept

    expect(await messageOf(ward, notificationId)).toEqual({
      status: 'accepted',
      reason: '',
      channel: 'govuk-notify',
      provider_id: sent!.id,
    })
    expect((await receive(notify.receiptOf(sent!, 'delivered'))).statusCode).toBe(202)
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'delivered', reason: '' })
    expect(await kindsOf(ward, requestId)).toEqual(['accepted', 'delivered'])
    expect(await requestOf(ward, requestId)).toEqual({ is_unreached: false, is_notified: true })
  })

  test('a message that failed gives its reason in words, and the request counts as not reached (NOT-8, REQ-5)', async () => {
    const { ward, notify, steps, receive } = await openWithNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)

    await receive(notify.receiptOf(notify.kept[0]!, 'permanent-failure'))

    const reason = 'The phone number does not exist, or its network refused the message.'
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'failed', reason })
    expect(await kindsOf(ward, requestId)).toEqual(['accepted', 'not_delivered'])
    expect(await requestOf(ward, requestId)).toMatchObject({ is_unreached: true })
  })

  test.each([
    ['late', ['delivered', 'sending'], ['accepted', 'delivered']],
    ['twice', ['delivered', 'delivered'], ['accepted', 'delivered']],
    ['in the wrong order', ['delivered', 'temporary-failure', 'sending'], ['accepted', 'delivered']],
    ['after a failure', ['temporary-failure', 'delivered'], ['accepted', 'not_delivered', 'delivered']],
  ])('receipts that come %s end as delivered (NOT-8)', async (_name, statuses, kinds) => {
    const { ward, notify, steps, receive } = await openWithNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)

    for (const status of statuses) expect((await receive(notify.receiptOf(notify.kept[0]!, status))).statusCode).toBe(202)

    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'delivered' })
    expect(await kindsOf(ward, requestId)).toEqual(kinds)
  })

  test('a receipt for an organisation that is being moved is asked for again, and one for an organisation that has moved is ignored (NOT-8, OPS-5)', async () => {
    const { ward, notify, steps, receive } = await openWithNotify()
    const { notificationId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)
    const receipt = notify.receiptOf(notify.kept[0]!, 'delivered')

    await ward.query(`insert into moved_organisations (id, move_id, new_origin) values ($1, $1, 'https://other.example')`, [ward.id])
    expect((await receive(receipt)).statusCode).toBe(503)
    await ward.query('update moved_organisations set moved_at = now() where id = $1', [ward.id])
    expect((await receive(receipt)).statusCode).toBe(202)
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'accepted' })
  })

  test('a receipt that comes before the answer to the call is kept, and the message is not sent again (NOT-3, NOT-8)', async () => {
    const { ward, notify, steps, receive } = await openWithNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    notify.manners.losesAnswers = true
    await sendNotification(steps, notificationId)
    await receive(notify.receiptOf(notify.kept[0]!, 'delivered'))
    notify.manners.losesAnswers = false

    await sendNotification(steps, notificationId)

    expect(notify.kept).toHaveLength(1)
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'delivered', provider_id: notify.kept[0]!.id })
    expect(await ward.query('select 1 from notifications where id = $1 and sent_at is null', [notificationId])).toEqual([])
    expect(await requestOf(ward, requestId)).toEqual({ is_unreached: false, is_notified: true })
  })

  /** As if the longest pause were over and the provider had answered. */
  const endPause = (notify: Awaited<ReturnType<typeof openWithNotify>>['notify']) =>
    recordAnswer(notify.settings.GOVUK_NOTIFY_URL, Date.now() + 3_600_000)
  const wrongNumber = '+447700900999'
  const correct = (ward: TestOrganisation, patientId: string) =>
    ward.query("update patients set phone_number = '+447700900123' where id = $1", [patientId])
  const messagesOf = (ward: TestOrganisation, requestId: string) =>
    ward.query('select id, status, reason, provider_id from notifications where request_id = $1 order by created_at', [requestId])
  const corrected = {
    status: 'cancelled',
    reason: 'The phone number was corrected after this message may have left. Another message goes to the corrected number.',
  }

  test('a number that is corrected after an uncertain try gets a message of its own, and receipts for the wrong number say nothing of it (NOT-3, NOT-8, NOT-9)', async () => {
    const { ward, notify, steps, receive } = await openWithNotify()
    const { notificationId, requestId, patientId } = await sendFormToPatient(ward, { phoneNumber: wrongNumber })
    notify.manners.losesAnswers = true
    await sendNotification(steps, notificationId)
    notify.manners.losesAnswers = false
    endPause(notify)
    await correct(ward, patientId)
    await ward.query("update notifications set try_began_at = try_began_at - interval '5 minutes' where id = $1", [notificationId])

    await sendNotification(steps, notificationId)
    const [old, other] = await messagesOf(ward, requestId)
    expect(old).toMatchObject({ id: notificationId, ...corrected })
    await sendNotification(steps, String(other!['id']))

    expect(notify.kept.map(({ to }) => to)).toEqual([wrongNumber, '+447700900123'])
    const sent = { status: 'accepted', provider_id: notify.kept[1]!.id }
    expect((await messagesOf(ward, requestId))[1]).toMatchObject(sent)
    await receive(notify.receiptOf(notify.kept[0]!, 'delivered'))
    expect(await messagesOf(ward, requestId)).toMatchObject([{ status: 'delivered', provider_id: notify.kept[0]!.id }, sent])
  })

  test('a try of an earlier release, without a hash of its recipient, is told by the number that users see (NOT-3, OPS-3)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const { notificationId, requestId, patientId } = await sendFormToPatient(ward, { phoneNumber: wrongNumber })
    notify.manners.losesAnswers = true
    await sendNotification(steps, notificationId)
    notify.manners.losesAnswers = false
    endPause(notify)
    await correct(ward, patientId)
    await ward.query("update notifications set tried_recipient = null, try_began_at = try_began_at - interval '5 minutes' where id = $1", [
      notificationId,
    ])

    await sendNotification(steps, notificationId)

    expect(await messagesOf(ward, requestId)).toMatchObject([corrected, { status: 'queued' }])
  })

  test('a receipt for the wrong number that comes before the next try does not keep the corrected number from getting a message (NOT-3, NOT-8)', async () => {
    for (const outcome of ['delivered', 'permanent-failure'] as const) {
      const { ward, notify, steps, receive } = await openWithNotify()
      const { notificationId, requestId, patientId } = await sendFormToPatient(ward, { phoneNumber: wrongNumber })
      await ward.query("update notifications set category = 'request_reminder', reminder_number = 1 where id = $1", [notificationId])
      notify.manners.losesAnswers = true
      await sendNotification(steps, notificationId)
      notify.manners.losesAnswers = false
      endPause(notify)
      await correct(ward, patientId)

      await receive(notify.receiptOf(notify.kept[0]!, outcome))

      const [old, other] = await messagesOf(ward, requestId)
      expect(old, outcome).toMatchObject({ status: outcome === 'delivered' ? 'delivered' : 'failed' })
      expect(other, outcome).toMatchObject({ status: 'queued' })
      expect(await ward.query('select id from notifications where reminder_number = 1 and request_id = $1', [requestId])).toEqual([
        { id: other!['id'] },
      ])
      await sendNotification(steps, String(other!['id']))
      expect(notify.kept.map(({ to }) => to)).toEqual([wrongNumber, '+447700900123'])
      expect(await requestOf(ward, requestId), outcome).toMatchObject({ is_unreached: false })
    }
  })

  test('the hash of a recipient is kept only while the result of a try is not known (SAFE-2)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const { notificationId } = await sendFormToPatient(ward)
    const hash = async () =>
      (await ward.query('select tried_recipient from notifications where id = $1', [notificationId]))[0]!['tried_recipient']
    notify.manners.losesAnswers = true
    await sendNotification(steps, notificationId)
    expect(await hash()).toMatch(/^[\w-]{43}$/)
    notify.manners.losesAnswers = false
    endPause(notify)
    await ward.query("update notifications set try_began_at = try_began_at - interval '5 minutes' where id = $1", [notificationId])
    await sendNotification(steps, notificationId)
    expect(await hash()).toBeNull()
  })

  test('the receipt of an earlier message does not say that a later one failed (NOT-8, REQ-5)', async () => {
    const { ward, notify, steps, receive } = await openWithNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)
    await ward.query(
      `insert into notifications (organisation_id, request_id, category, method, status, created_at)
       values ($1, $2, 'request_created', 'email', 'delivered', now() + interval '1 second')`,
      [ward.id, requestId],
    )

    await receive(notify.receiptOf(notify.kept[0]!, 'temporary-failure'))

    expect(await requestOf(ward, requestId)).toMatchObject({ is_unreached: false })
  })

  test('a call without the token, with another one, or with a body that is not a receipt is refused and changes nothing (NOT-4, SAFE-2)', async () => {
    const { ward, notify, steps, receive } = await openWithNotify()
    const { notificationId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)
    const receipt = notify.receiptOf(notify.kept[0]!, 'delivered')

    expect((await receive(receipt, {})).statusCode).toBe(401)
    expect((await receive(receipt, { authorization: 'Bearer a token of somebody else' })).statusCode).toBe(401)
    expect((await receive({ status: 'delivered' })).statusCode).toBe(400)
    expect((await receive({ ...receipt, reference: 'of another system' })).statusCode).toBe(202)
    expect((await receive({ ...receipt, reference: `${ward.id}.${crypto.randomUUID()}` })).statusCode).toBe(202)
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'accepted' })
  })

  test('a receipt names its organisation, so that it changes no message of another one (SAFE-2)', async () => {
    const [{ ward, notify, steps, receive }, elsewhere] = [await openWithNotify(), await openOrganisation()]
    const { notificationId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)
    const receipt = notify.receiptOf(notify.kept[0]!, 'delivered')

    expect((await receive({ ...receipt, reference: `${elsewhere.id}.${notificationId}` })).statusCode).toBe(202)

    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'accepted' })
  })
})

describe('POST /callbacks/ with wrong credentials', () => {
  const wrong = { authorization: 'Bearer a token of somebody else' }

  test('is refused with 429 after sixty calls from one network in a minute, while the provider’s calls from it are taken (NOT-4, SAFE-2)', async () => {
    const { ward, notify, steps, receive } = await openWithNotify()
    const { notificationId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)
    const receipt = notify.receiptOf(notify.kept[0]!, 'delivered')

    const statuses: number[] = []
    for (let at = 0; at < 70; at++) statuses.push((await receive(receipt, wrong)).statusCode)
    for (let at = 0; at < 70; at++) expect((await receive({ ...receipt, reference: 'of another system' })).statusCode).toBe(202)

    expect(statuses).toEqual([...Array<number>(60).fill(401), ...Array<number>(10).fill(429)])
    const refused = await receive(receipt, wrong)
    expect(refused.headers['retry-after']).toBeDefined()
    expect(await messageOf(ward, notificationId), 'nothing changed').toMatchObject({ status: 'accepted' })
    expect((await receive(receipt)).statusCode).toBe(202)
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'delivered' })
  })

  test('another network is not refused, and the addresses of one IPv6 network count together (NOT-4, SAFE-2)', async () => {
    const { app } = await openWithNotify()
    const from = async (remoteAddress: string) =>
      (await app.inject({ method: 'POST', url: '/callbacks/govuk-notify', headers: wrong, remoteAddress })).statusCode

    for (let at = 0; at < 60; at++) expect(await from(`2001:db8:1:1::${at + 1}`)).toBe(401)

    expect(await from('2001:db8:1:1::ffff')).toBe(429)
    expect(await from('2001:db8:1:2::1')).toBe(401)
    expect(await from('192.0.2.1')).toBe(401)
  })

  test('made-up organisations cost no look-up each (SAFE-2)', async () => {
    const { ward, app } = await openWithNotify()
    const { pool } = ward.services.db
    let connections = 0
    const count = () => void connections++
    pool.on('acquire', count)

    const answers = await Promise.all(
      Array.from({ length: 200 }, () => app.inject({ method: 'POST', url: `/callbacks/govuk-notify/${randomUUID()}`, headers: wrong })),
    )
    pool.off('acquire', count)

    expect(answers.every(({ statusCode }) => statusCode === 401 || statusCode === 429)).toBe(true)
    expect(connections).toBeLessThanOrEqual(2)
  })
})

describe('The job that asks for receipts', () => {
  test('asks about a message two hours after it left and not sooner, and records what it is told (NOT-8)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const [first, second] = [await sendFormToPatient(ward), await sendFormToPatient(ward)]
    for (const { notificationId } of [first, second]) await sendNotification(steps, notificationId)
    notify.kept[0]!.status = 'delivered'
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

    // Two hours pass between two questions about the same message.
    await findReceipts(steps, inMinutes(119))
    expect(await messageOf(ward, first.notificationId)).toMatchObject({ status: 'accepted' })
    await findReceipts(steps, inMinutes(121))
    await findReceipts(steps, inMinutes(150))

    expect(notify.readIds).toEqual(notify.kept.map(({ id }) => id))
    expect(await messageOf(ward, first.notificationId)).toMatchObject({ status: 'delivered' })
    expect(await messageOf(ward, second.notificationId)).toMatchObject({ status: 'accepted' })
  })

  test('a provider that is away is asked again in the next run (NOT-8)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const { notificationId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)
    await ward.query("update notifications set sent_at = sent_at - interval '3 hours' where organisation_id = $1", [ward.id])
    notify.kept[0]!.status = 'permanent-failure'
    notify.manners.isAway = true
    await findReceipts(steps)
    notify.manners.isAway = false

    await findReceipts(steps)

    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'failed' })
  })

  test('a message that the provider no longer knows does not keep the others from being asked about (NOT-8)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const [lost, other] = [await sendFormToPatient(ward), await sendFormToPatient(ward)]
    for (const { notificationId } of [lost, other]) await sendNotification(steps, notificationId)
    await ward.query("update notifications set sent_at = sent_at - interval '3 hours' where organisation_id = $1", [ward.id])
    notify.kept.shift()
    notify.kept[0]!.status = 'delivered'

    await findReceipts(steps)

    expect(await messageOf(ward, lost.notificationId)).toMatchObject({ status: 'accepted' })
    expect(await messageOf(ward, other.notificationId)).toMatchObject({ status: 'delivered' })
  })
})
