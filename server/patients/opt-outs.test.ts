import { describe, expect, test } from 'vitest'

import { sendNotification } from '#server/notifications/send-notification.ts'
import { recordEverywhere, sealNumber } from '#server/notifications/stop-reply.job.ts'
import { isOrganisationMoving } from '#server/platform/database-problem.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { openMailServer, withSmtp } from '#test/mail-server.ts'
import { mergeInto, patientAddress } from '#test/merging.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { pausedBeforeCommit, stepsOf, untilWaiting } from '#test/worker-steps.ts'

import { findPatients, recordStopReply } from './patients.ts'

const patientPath = (id: string) => `/api/patients/patient/${id}`
const stop = (own: TestOrganisation, phoneNumber: string) => stepsOf(own).step((ctx) => recordStopReply(ctx, { phoneNumber }))
const patient = async (own: TestOrganisation, id: string) =>
  (await (await own.staff()).get(`/api/patients/patient?id=${id}`)).json<{
    deceased: boolean
    dateOfDeath: string | null
    optedOutMethods: string[]
    optOuts: { method: string; by: string }[]
  }>()
const messagesOf = (own: TestOrganisation, requestId: string) =>
  own.query('select status, reason_code from notifications where request_id = $1 order by created_at', [requestId])
const timelineOf = async (own: TestOrganisation, requestId: string) =>
  (await own.query('select kind from form_request_events where request_id = $1 order by id', [requestId])).map(({ kind }) => kind)

let phones = 0
/** A number that no other test of this file uses. */
const nextPhone = () => `+447700900${String(++phones).padStart(3, '0')}`

/** A request whose text message was delivered. */
async function aTextedRequest(own: TestOrganisation, phoneNumber: string) {
  const sent = await sendFormToPatient(own, { phoneNumber })
  await own.query("update notifications set status = 'delivered', sent_at = now() where id = $1", [sent.notificationId])
  return sent
}

describe('recordStopReply', () => {
  test('every patient with the number gets no more texts, once, and open form requests say so (NOT-5)', async () => {
    const own = await openOrganisation()
    const phoneNumber = nextPhone()
    const [texted, sharing] = [await aTextedRequest(own, phoneNumber), await sendFormToPatient(own, { phoneNumber })]
    const other = await aTextedRequest(own, nextPhone())

    expect((await stop(own, phoneNumber)).toSorted()).toEqual([texted.patientId, sharing.patientId].toSorted())
    expect(await stop(own, phoneNumber), 'a second STOP changes nothing').toEqual([])

    expect(await patient(own, texted.patientId)).toMatchObject({ optedOutMethods: ['sms'], optOuts: [{ method: 'sms', by: 'text_reply' }] })
    expect(await patient(own, other.patientId)).toMatchObject({ optedOutMethods: [] })
    expect(await messagesOf(own, sharing.requestId)).toEqual([{ status: 'cancelled', reason_code: 'opted_out' }])
    expect(await own.query('select is_unreached from form_requests where id = $1', [sharing.requestId])).toEqual([{ is_unreached: true }])
    expect(await own.query('select is_unreached from form_requests where id = $1', [texted.requestId])).toEqual([{ is_unreached: false }])
    expect(await timelineOf(own, texted.requestId)).toEqual(['opted_out'])
    const events = (await own.auditTrail()).filter(({ event_type }) => event_type === 'patientOptedOut')
    expect(events).toHaveLength(2)
    expect(events[0]).toMatchObject({ actor_id: null, detail: { method: 'sms', by: 'text_reply' } })
  })

  test('changes nothing for a number that the organisation never sent a text to (NOT-5)', async () => {
    const own = await openOrganisation()
    const phoneNumber = nextPhone()
    const { patientId } = await sendFormToPatient(own, { phoneNumber })
    expect(await stop(own, phoneNumber)).toEqual([])
    expect(await stop(own, '+447700900999')).toEqual([])
    expect(await patient(own, patientId)).toMatchObject({ optedOutMethods: [] })
  })

  test('from the number of a merged record or one that a merge replaced: recorded on both records, also after the merge is undone (NOT-5, PAT-4)', async () => {
    const own = await openOrganisation()
    const admin = await own.staff('Admin')
    for (const taken of [[], ['phoneNumber']]) {
      const [ofKept, ofMerged] = [nextPhone(), nextPhone()]
      const [kept, merged, last] = [
        await aTextedRequest(own, ofKept),
        await aTextedRequest(own, ofMerged),
        await sendFormToPatient(own, { phoneNumber: nextPhone() }),
      ]
      for (const { patientId } of [kept, merged]) await own.query('update patients set nhs_number = null where id = $1', [patientId])
      await mergeInto(admin, kept.patientId, merged.patientId, { taken })
      await mergeInto(admin, last.patientId, kept.patientId)

      const stopped = await stop(own, taken.length === 0 ? ofMerged : ofKept)

      expect(stopped).toEqual(expect.arrayContaining([kept.patientId, last.patientId]))
      expect(stopped.includes(merged.patientId)).toBe(taken.length === 0)
      expect(await messagesOf(own, last.requestId)).toMatchObject([{ status: 'cancelled', reason_code: 'opted_out' }])
      for (const id of [kept.patientId, merged.patientId]) {
        const undone = await admin.delete(patientAddress(id, '/merge'))
        expect(undone.statusCode).toBe(200)
      }
      for (const id of [kept.patientId, merged.patientId, last.patientId])
        expect(await patient(own, id)).toMatchObject({ optOuts: [{ method: 'sms', by: 'text_reply' }] })
    }
  })

  test('that waits for a merge is also recorded on the kept record, whose number it is not (NOT-5, PAT-4)', async () => {
    const own = await openOrganisation()
    const admin = await own.staff('Admin')
    const ofMerged = nextPhone()
    const [kept, merged] = [await sendFormToPatient(own, { phoneNumber: nextPhone() }), await aTextedRequest(own, ofMerged)]
    await own.query('update patients set nhs_number = null where id = $1', [merged.patientId])
    const { steps, paused, commit } = pausedBeforeCommit(stepsOf(own))
    const holding = steps.step((ctx) => findPatients(ctx, [merged.patientId], { areHeld: true }))
    await paused
    const merging = mergeInto(admin, kept.patientId, merged.patientId)
    await untilWaiting(own, 1)
    const stopping = stop(own, ofMerged)
    await untilWaiting(own, 2)
    commit()

    await holding
    expect((await merging).statusCode).toBe(200)
    expect((await stopping).toSorted()).toEqual([kept.patientId, merged.patientId].toSorted())
    expect(await patient(own, kept.patientId)).toMatchObject({ optedOutMethods: ['sms'] })
    expect(await messagesOf(own, merged.requestId)).toMatchObject([{ status: 'delivered' }])
    expect(await messagesOf(own, kept.requestId)).toMatchObject([{ status: 'cancelled', reason_code: 'opted_out' }])
  })

  test('to the account of the installation: an organisation that is being moved holds up no other one, and is tried again (NOT-5, OPS-5)', async () => {
    const opened = [await openOrganisation(), await openOrganisation()]
    const [moving, other] = opened.toSorted((one, two) => (one.id < two.id ? -1 : 1)) as [TestOrganisation, TestOrganisation]
    const phoneNumber = nextPhone()
    const [ofMoving, ofOther] = [await aTextedRequest(moving, phoneNumber), await aTextedRequest(other, phoneNumber)]
    const { services } = other
    const stopEverywhere = () =>
      recordEverywhere(
        stepsOf({ services, id: systemOrganisationId }),
        { sealedNumber: sealNumber(services, phoneNumber) },
        recordStopReply,
      )
    const optedOut = async (own: TestOrganisation, id: string) =>
      (await own.query('select opted_out_methods as methods from patients where id = $1', [id]))[0]!['methods']

    await moving.query(`insert into moved_organisations (id, move_id, new_origin) values ($1, $1, 'https://other.example')`, [moving.id])
    await expect(stopEverywhere()).rejects.toSatisfy(isOrganisationMoving)
    expect([await optedOut(moving, ofMoving.patientId), await optedOut(other, ofOther.patientId)]).toEqual([[], ['sms']])

    await moving.query('delete from moved_organisations where id = $1', [moving.id])
    await stopEverywhere()
    expect(await optedOut(moving, ofMoving.patientId)).toEqual(['sms'])
  })

  test('to the account of the installation: an organisation in which it cannot be recorded holds up no other one (NOT-5)', async () => {
    const opened = [await openOrganisation(), await openOrganisation()]
    const [failing, other] = opened.toSorted((one, two) => (one.id < two.id ? -1 : 1)) as [TestOrganisation, TestOrganisation]
    const phoneNumber = nextPhone()
    const { patientId } = await aTextedRequest(other, phoneNumber)
    const { services } = other
    const stopped = recordEverywhere(
      stepsOf({ services, id: systemOrganisationId }),
      { sealedNumber: sealNumber(services, phoneNumber) },
      async (ctx, reply) => {
        if (ctx.organisationId === failing.id) throw new Error('a fault of one organisation')
        await recordStopReply(ctx, reply)
      },
    )

    await expect(stopped).rejects.toThrow('a fault of one organisation')
    const [patient] = await other.query('select opted_out_methods as methods from patients where id = $1', [patientId])
    expect(patient).toEqual({ methods: ['sms'] })
  })

  test('from a number that an undone merge had replaced and nobody was texted at: changes nothing (NOT-5, PAT-4)', async () => {
    const own = await openOrganisation()
    const admin = await own.staff('Admin')
    const [ofKept, ofMerged] = [nextPhone(), nextPhone()]
    const [kept, merged] = [await sendFormToPatient(own, { phoneNumber: ofKept }), await sendFormToPatient(own, { phoneNumber: ofMerged })]
    await own.query('update patients set nhs_number = null where id = $1', [merged.patientId])
    await mergeInto(admin, kept.patientId, merged.patientId, { taken: ['phoneNumber'] })
    await admin.delete(patientAddress(merged.patientId, '/merge'))

    expect(await stop(own, ofKept)).toEqual([])
    expect(await stop(own, ofMerged)).toEqual([])
  })

  test('two replies at once, and a message that is being prepared, neither deadlock nor send a text afterwards (NOT-5)', async () => {
    const own = await openOrganisation()
    const phoneNumber = nextPhone()
    await aTextedRequest(own, phoneNumber)
    const { requestId, notificationId } = await sendFormToPatient(own, { phoneNumber })
    const { steps, paused, commit } = pausedBeforeCommit(stepsOf(own))

    const stopping = steps.step((ctx) => recordStopReply(ctx, { phoneNumber }))
    await paused
    const others = Promise.all([stop(own, phoneNumber), sendNotification(stepsOf(own), notificationId)])
    await untilWaiting(own, 2)
    commit()

    expect(await stopping).toHaveLength(2)
    expect((await others)[0]).toEqual([])
    expect(await messagesOf(own, requestId)).toEqual([{ status: 'cancelled', reason_code: 'opted_out' }])
  })
})

describe('PATCH /patient/:id with opted-out methods', () => {
  test('records and takes back what the patient has asked, each in the access log (NOT-5, PAT-2)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff('User')
    const { patientId, requestId } = await sendFormToPatient(own)

    expect((await clerk.patch(patientPath(patientId), { optedOutMethods: ['email', 'sms'] })).json()).toMatchObject({
      optedOutMethods: ['email', 'sms'],
      optOuts: [
        { method: 'email', by: 'user' },
        { method: 'sms', by: 'user' },
      ],
    })
    expect(await messagesOf(own, requestId)).toEqual([{ status: 'cancelled', reason_code: 'opted_out' }])
    const [before] = await own.query('select opt_outs from patients where id = $1', [patientId])
    expect((await clerk.patch(patientPath(patientId), { optedOutMethods: ['email'] })).json()).toMatchObject({ optedOutMethods: ['email'] })
    const [after] = await own.query('select opt_outs from patients where id = $1', [patientId])
    expect((after!['opt_outs'] as Record<string, unknown>)['email'], 'the date of the first stays').toEqual(
      (before!['opt_outs'] as Record<string, unknown>)['email'],
    )
    await clerk.patch(patientPath(patientId), { optedOutMethods: ['email'] })

    expect((await own.auditTrail()).map(({ event_type, detail }) => [event_type, detail])).toEqual([
      ['patientOptedOut', { method: 'email', by: 'user' }],
      ['patientOptedOut', { method: 'sms', by: 'user' }],
      ['patientOptedIn', { method: 'sms' }],
      ['patientRead', {}],
    ])
    expect((await clerk.patch(patientPath(patientId), { optedOutMethods: ['fax'] })).statusCode).toBe(400)
  })

  test('a form goes to the patient by another method, and not by this one (NOT-5)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { patientId, formId } = await sendFormToPatient(own)
    await clerk.patch(patientPath(patientId), { optedOutMethods: ['sms'] })
    const preview = async (method?: string) =>
      (await clerk.post('/api/forms/request/preview', { patientIds: [patientId], formId, ...(method && { method }) })).json()

    expect(await preview()).toMatchObject({ recipients: [{ method: 'email' }], unreachable: [] })
    expect(await preview('sms')).toMatchObject({
      recipients: [],
      unreachable: [{ reason: 'This patient has asked not to get text messages.' }],
    })
  })
})

describe('PATCH /patient/:id of a patient who has died', () => {
  test('cancels what waits, ends the form requests and stops every further message; undoing restores the record (NOT-5, PAT-2)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { patientId, requestId, formId } = await sendFormToPatient(own)

    const died = await clerk.patch(patientPath(patientId), { deceased: true, dateOfDeath: '2026-01-09' })

    expect(died.json()).toMatchObject({ deceased: true, dateOfDeath: '2026-01-09', openRequests: 0 })
    expect(await messagesOf(own, requestId)).toEqual([{ status: 'cancelled', reason_code: 'deceased' }])
    expect(await own.query('select kind, detail from form_request_events where request_id = $1 order by id', [requestId])).toEqual([
      { kind: 'deceased', detail: {} },
      { kind: 'auto_closed', detail: { reason: 'The patient has died.' } },
    ])
    expect((await own.auditTrail()).map(({ event_type, detail }) => [event_type, detail])).toEqual([
      ['patientUpdated', { fields: ['deceased', 'dateOfDeath'], deceased: true }],
      ['formRequestAutoClosed', {}],
    ])
    const refusal = (await clerk.post('/api/forms/request', { patientIds: [patientId], formId })).json<{ errors: { message: string }[] }>()
    expect(refusal.errors.map(({ message }) => message)).toEqual(['This patient has died.'])
    expect((await clerk.patch(`/api/forms/request/${requestId}/reopen`, { sendMessage: true })).json()).toMatchObject({
      detail: 'This patient has died. If that is wrong, correct the patient record before you reopen the form request.',
    })

    expect((await clerk.patch(patientPath(patientId), { deceased: false })).json()).toMatchObject({ deceased: false, dateOfDeath: null })
    expect((await clerk.patch(`/api/forms/request/${requestId}/reopen`, { sendMessage: true })).statusCode).toBe(200)
  })

  test.each([
    [{ deceased: true, dateOfDeath: '2999-01-01' }, 'Date of death must be a real date that is not in the future, such as 09 Mar 2026.'],
    [{ deceased: true, dateOfDeath: '2026-02-30' }, 'Date of death must be a real date that is not in the future, such as 09 Mar 2026.'],
    [{ deceased: true, dateOfDeath: '1984-03-14' }, 'Date of death must not be before the date of birth.'],
    [{ dateOfDeath: '2026-01-09' }, 'Only a patient who has died has a date of death.'],
    [{ deceased: false, dateOfDeath: '2026-01-09' }, 'Only a patient who has died has a date of death.'],
  ])('%j is refused with the reason (NOT-5, VAL-2)', async (body, message) => {
    const own = await openOrganisation()
    const { patientId } = await sendFormToPatient(own)
    const answer = await (await own.staff()).patch(patientPath(patientId), body)
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ field: 'dateOfDeath', message }]])
    expect(await patient(own, patientId)).toMatchObject({ deceased: false })
  })

  test('a message that a worker has when the death is recorded is not sent, and both finish (NOT-5)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { patientId, requestId, notificationId } = await sendFormToPatient(own)
    const { steps, paused, commit } = pausedBeforeCommit(stepsOf(own))

    // Another transaction has the message, as a worker has that is about to send it.
    const holding = steps.step((ctx) =>
      ctx.tx.selectFrom('notifications').select('id').where('id', '=', notificationId).forUpdate().execute(),
    )
    await paused
    const marking = clerk.patch(patientPath(patientId), { deceased: true })
    await untilWaiting(own, 1)
    commit()
    await holding

    expect((await marking).statusCode).toBe(200)
    await sendNotification(stepsOf(own), notificationId)
    expect(await messagesOf(own, requestId)).toEqual([{ status: 'cancelled', reason_code: 'deceased' }])
    expect(await own.query('select 1 from outbox_messages where organisation_id = $1', [own.id])).toEqual([])
  })

  test('a message that the provider already had when the death was recorded is recorded as sent, not as cancelled (NOT-5, NOT-8)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const mail = await openMailServer({ thinks: 1_500 })
    const { patientId, requestId, notificationId } = await sendFormToPatient(own, { method: 'email' })

    const sending = sendNotification(stepsOf({ ...own, services: withSmtp(own.services, mail.url) }), notificationId)
    await eventually(async () => mail.connections() > 0)
    expect((await clerk.patch(patientPath(patientId), { deceased: true })).statusCode).toBe(200)
    expect(await messagesOf(own, requestId)).toEqual([{ status: 'cancelled', reason_code: 'deceased' }])
    await sending

    expect(await messagesOf(own, requestId)).toEqual([{ status: 'sent', reason_code: null }])
  })

  test('a message that waits for its turn at the provider when the death is recorded is not sent (NOT-5)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const mail = await openMailServer()
    const slow = withSmtp(own.services, mail.url)
    const services = { ...slow, config: { ...slow.config, SMTP_PER_MINUTE: 15 } }
    const [first, second] = [await sendFormToPatient(own, { method: 'email' }), await sendFormToPatient(own, { method: 'email' })]
    await sendNotification(stepsOf({ ...own, services }), first.notificationId)

    const sending = sendNotification(stepsOf({ ...own, services }), second.notificationId)
    await eventually(
      async () => (await own.query('select attempts from notifications where id = $1', [second.notificationId]))[0]!['attempts'] === 1,
    )
    expect((await clerk.patch(patientPath(second.patientId), { deceased: true })).statusCode).toBe(200)
    await sending

    expect(await messagesOf(own, second.requestId)).toEqual([{ status: 'cancelled', reason_code: 'deceased' }])
    expect(mail.received).toHaveLength(1)
  })

  test('a message that is queued at the same moment is cancelled when it should be sent (NOT-5)', async () => {
    const own = await openOrganisation()
    const { patientId, requestId, notificationId } = await sendFormToPatient(own)
    await own.query('update patients set is_deceased = true where id = $1', [patientId])
    await sendNotification(stepsOf(own), notificationId)
    expect(await messagesOf(own, requestId)).toEqual([{ status: 'cancelled', reason_code: 'deceased' }])
  })
})

describe('GET /patient', () => {
  test('finds the patients who have died, and those who opted out (PAT-1)', async () => {
    const own = await openOrganisation()
    const [died, silent] = [await aPatient(own), await aPatient(own), await aPatient(own)]
    await own.query('update patients set is_deceased = true where id = $1', [died.id])
    await own.query(`update patients set opt_outs = '{"email": {"at": "2026-01-01T00:00:00Z", "by": "user"}}' where id = $1`, [silent.id])
    const clerk = await own.staff()
    const found = async (query: string) => {
      const { docs, totalDocs } = (await clerk.get(`/api/patients/patient?${query}`)).json<{ docs: { id: string }[]; totalDocs: number }>()
      return [docs.map(({ id }) => id), totalDocs]
    }
    expect(await found('filters[deceased]=true')).toEqual([[died.id], 1])
    expect(await found('filters[optedOut]=true')).toEqual([[silent.id], 1])
    expect((await found('filters[deceased]=false'))[1]).toBe(2)
    expect((await found(''))[1]).toBe(3)
  })
})
