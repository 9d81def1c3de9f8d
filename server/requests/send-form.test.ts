import { expect, test } from 'vitest'

import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'

const address = '/api/forms/request'

test('REQ-5 a form is sent to a selection of patients: a request, a link and a message each, all or nothing', async () => {
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

test('REQ-5 a form can be sent later: the message waits for its day, and the term counts from it', async () => {
  const ward = await openOrganisation()
  const clerk = await ward.staff()
  const sendAt = new Date(Date.now() + 3 * 86_400_000).toISOString()

  const { ids } = (await clerk.post(address, { patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id, sendAt })).json()

  const request = (await clerk.get(`${address}/${ids[0]}`)).json()
  expect(Date.parse(request.expiresAt) - Date.parse(sendAt)).toBe(28 * 86_400_000)
  const [message] = await ward.query('select send_after from notifications where request_id = $1', [ids[0]])
  expect((message!['send_after'] as Date).toISOString()).toBe(sendAt)
})

test('REQ-5 who cannot be reached is named by place, and nobody is sent anything', async () => {
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
  for (const [method, message] of [
    ['email', 'This patient has no email address.'],
    ['nhs_app', 'This patient has no NHS number.'],
  ])
    expect((await clerk.post(address, { ...body, patientIds: [noEmail.id], method })).json().errors).toEqual([
      { field: 'patientIds.0', message },
    ])
})

test('REQ-5 ORG-7 a patient or a form of another organisation, or a form never published, cannot be used', async () => {
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

test('REQ-5 the same patient named twice is asked once', async () => {
  const ward = await openOrganisation()
  const clerk = await ward.staff()
  const { id } = await aPatient(ward)

  expect((await clerk.post(address, { patientIds: [id, id], formId: (await aForm(ward)).id })).json().ids).toHaveLength(1)
})
