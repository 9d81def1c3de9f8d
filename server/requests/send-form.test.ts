import { randomUUID } from 'node:crypto'

import { describe, expect, onTestFinished, test } from 'vitest'

import { daysLater, endOfDayLater } from '#domain/moments.ts'

import { dateOf } from '#domain/moments.ts'
import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'

import { fingerprintOf } from './reviewed-plan.ts'

const address = '/api/forms/request'
const details = { specialty: '', pathwayId: '', location: '', event: '' }

describe('POST /request', () => {
  test('a form is sent to a selection of patients: a request, a link and a message each, all or nothing (REQ-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const form = await aForm(ward)
    const patients = [await aPatient(ward, { preferredMethod: 'email' }), await aPatient(ward)]
    const patientIds = patients.map(({ id }) => id)

    const response = await clerk.post(address, { patientIds, formId: form.id, specialty: '320', location: ' Ward 4B ', event: 'Clinic' })

    const { ids } = response.json<{ ids: string[] }>()
    expect(ids).toHaveLength(2)
    const { docs, totalDocs } = (await clerk.get(address)).json()
    expect(totalDocs).toBe(2)
    expect(Object.fromEntries(docs.map((doc: { patient: { id: string } }) => [doc.patient.id, doc]))).toMatchObject({
      [patientIds[0]!]: {
        status: 'unopened',
        notificationMethod: 'email',
        location: 'Ward 4B',
        form: { version: 1 },
        notification: { status: 'queued' },
      },
      [patientIds[1]!]: { notificationMethod: 'sms', event: 'Clinic', specialty: '320', assignee: null },
    })
    expect(await ward.query('select count(*)::int as n from patient_links where organisation_id = $1', [ward.id])).toEqual([{ n: 2 }])
    expect(
      (await ward.auditTrail())
        .filter(({ event_type }) => event_type === 'formRequestCreated')
        .map(({ patient_id }) => patient_id ?? '')
        .toSorted(),
    ).toEqual(patientIds.toSorted())
  })

  test('a form can be sent later: the message waits for its day, and the term counts from it (REQ-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const sendAt = new Date(Date.now() + 3 * 86_400_000).toISOString()

    const { ids } = (await clerk.post(address, { patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id, sendAt })).json()

    const request = (await clerk.get(`${address}/${ids[0]}`)).json()
    expect(Date.parse(request.expiresAt)).toBe(endOfDayLater(sendAt, 28).getTime())
    const [message] = await ward.query('select send_after from notifications where request_id = $1', [ids[0]])
    expect((message!['send_after'] as Date).toISOString()).toBe(sendAt)
  })

  test('patients who cannot be contacted are named by their position, and nothing is sent (REQ-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const patients = [
      await aPatient(ward),
      await aPatient(ward, { phoneNumber: null }),
      await aPatient(ward, { mayBeContacted: false }),
      await aPatient(ward, { archivedAt: new Date().toISOString() }),
    ]
    const body = { patientIds: patients.map(({ id }) => id), formId: (await aForm(ward)).id, method: 'sms' }

    const response = await clerk.post(address, body)

    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toEqual([
      { field: 'patientIds.1', message: 'This patient has no mobile phone number.' },
      { field: 'patientIds.2', message: 'This patient does not wish to be contacted.' },
      { field: 'patientIds.3', message: 'This patient is archived.' },
    ])
    expect((await clerk.get(address)).json().totalDocs).toBe(0)
    const noEmail = await aPatient(ward, { emailAddress: null, nhsNumber: null })
    expect((await clerk.post(address, { ...body, patientIds: [noEmail.id], method: 'email' })).json().errors).toEqual([
      { field: 'patientIds.0', message: 'This patient has no email address.' },
    ])
  })

  test('a patient or a form of another organisation, or a form never published, cannot be used (REQ-5, ORG-7)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const clerk = await ward.staff()
    const [patient, form] = [await aPatient(ward), await aForm(ward)]
    const unpublished = await aForm(ward)
    await ward.query('update forms set live_version = null where id = $1', [unpublished.id])
    const errorsOf = async (patientId: string, formId: string, more = {}) =>
      (await clerk.post(address, { patientIds: [patientId], formId, ...more })).json().errors

    expect(await errorsOf((await aPatient(elsewhere)).id, form.id)).toEqual([{ field: 'patientIds', message: 'Patient is not valid.' }])
    expect(await errorsOf(patient.id, (await aForm(elsewhere)).id)).toEqual([{ field: 'formId', message: 'Form is not valid.' }])
    expect(await errorsOf(patient.id, unpublished.id)).toEqual([{ field: 'formId', message: 'Form is not valid.' }])
    expect(await errorsOf(patient.id, form.id, { specialty: '999' })).toEqual([{ field: 'specialty', message: 'Specialty is not valid.' }])
    expect(await errorsOf(patient.id, form.id, { sendAt: 'tomorrow' })).toMatchObject([{ field: 'sendAt' }])
    expect((await clerk.post(address, { patientIds: [], formId: form.id })).json().errors).toEqual([
      { field: 'patientIds', message: 'Patient is required.' },
    ])
    expect((await clerk.post(address, {})).statusCode).toBe(400)
    expect((await (await nobody()).post(address, { patientIds: [patient.id], formId: form.id })).statusCode).toBe(401)
    expect((await (await systemAdministrator()).post(address, { patientIds: [patient.id], formId: form.id })).statusCode).toBe(401)
  })

  test('a patient who is listed twice gets one request (REQ-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const { id } = await aPatient(ward)

    expect((await clerk.post(address, { patientIds: [id, id], formId: (await aForm(ward)).id })).json().ids).toHaveLength(1)
  })
})

describe('POST /request with a send date', () => {
  const before = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

  test('a day in the past is refused next to the field, with the same message as in the browser, and nothing is sent (VAL-2, REQ-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const body = { patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id, method: 'sms' }

    for (const sendAt of ['2020-01-01T09:00:00.000Z', before(24 * 3_600_000)]) {
      const refused = await clerk.post(address, { ...body, sendAt })

      expect(refused.statusCode).toBe(400)
      expect(refused.json().errors).toEqual([{ field: 'sendAt', message: 'Send date must be today or later.' }])
    }
    expect((await clerk.get(address)).json().totalDocs).toBe(0)
    expect((await clerk.post(address, { ...body, sendAt: '9999-12-31T00:00:00.000Z' })).json().errors).toEqual([
      { field: 'sendAt', message: 'Send date must be within the next 10 years.' },
    ])
  })

  test('an earlier time today sends at once, and the patient has the full time to respond (REQ-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const midnight = dateOf(new Date()) === dateOf(before(60_000)) ? before(60_000) : new Date().toISOString()
    const body = { patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id, sendAt: midnight }
    const asked = Date.now()

    const { ids } = (await clerk.post(address, body)).json<{ ids: string[] }>()

    const request = (await clerk.get(`${address}/${ids[0]}`)).json<{ expiresAt: string }>()
    expect(Date.parse(request.expiresAt)).toBeGreaterThanOrEqual(daysLater(new Date(asked), 28).getTime())
  })

  test('a repeated call gets the same response, also when its day has passed (REQ-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const body = { ...details, patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id, key: randomUUID() }
    const late = { ...body, sendAt: '2020-01-01T09:00:00.000Z' }
    const { ids } = (await clerk.post(address, body)).json<{ ids: string[] }>()

    await ward.query('update form_requests set sending_fingerprint = $1 where id = $2', [fingerprintOf(late), ids[0]])

    const again = await clerk.post(address, late)

    expect(again.json()).toEqual({ ids })
  })
})

describe('POST /request with a method', () => {
  test('a method by which this installation can send no message is refused beside the field, and nothing is sent (REQ-5, NOT-7)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const { config } = ward.services
    const before = { ...config }
    onTestFinished(() => void Object.assign(config, before))
    const body = { patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id }

    const toTheApp = await clerk.post(address, { ...body, method: 'nhs_app' })
    Object.assign(config, { NOTIFICATION_TRANSPORT: ['smtp'], SMTP_URL: 'smtp://mail.example' })
    const bySms = await clerk.post(address, { ...body, method: 'sms' })
    const byEmail = await clerk.post(address, { ...body, method: 'email' })

    expect([toTheApp.statusCode, bySms.statusCode, byEmail.statusCode]).toEqual([400, 400, 200])
    expect(toTheApp.json().errors).toEqual([{ field: 'method', message: 'This method cannot be used. NHS App messages are turned off.' }])
    expect(bySms.json().errors).toEqual([{ field: 'method', message: 'This method cannot be used. No SMS provider is set up.' }])
    expect((await clerk.get(address)).json().totalDocs).toBe(1)
  })
})
