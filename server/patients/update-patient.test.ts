import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'

const address = '/api/patients/patient'

describe('PATCH /patient/:id', () => {
  test('a change leaves the other fields unchanged, and the log has the names of the fields but never their content (PAT-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const { id, nhsNumber } = await aPatient(ward, { firstName: 'Grace', lastName: 'Hopper' })
    const request = await aRequest(ward, { patientId: id })

    const response = await ada.patch(`${address}/${id}`, { lastName: 'Murray', address: { town: 'Exampleton' }, mayBeContacted: false })

    expect(response.json()).toMatchObject({ fullName: 'Grace Murray', nhsNumber, mayBeContacted: false, address: { town: 'Exampleton' } })
    expect((await ada.get(`${address}?filters[search]=murray`)).json()).toMatchObject({ totalDocs: 1 })
    expect(await ward.query('select patient_name_key from form_requests where id = $1', [request.id])).toEqual([
      { patient_name_key: 'murray grace' },
    ])
    expect((await ward.auditTrail())[0]).toMatchObject({
      event_type: 'patientUpdated',
      subject_id: id,
      patient_id: id,
      detail: { fields: ['lastName', 'address', 'mayBeContacted'] },
    })
  })

  test('a change of what somebody else changed since it was read is refused, with each field, and any other is saved (PAT-2)', async () => {
    const ward = await openOrganisation()
    const [ada, ben] = [await ward.staff('User'), await ward.staff('User')]
    const { id } = await aPatient(ward, { phoneNumber: '+447700900123', emailAddress: null })
    await ward.query('update patients set opt_outs = $2 where id = $1', [id, { sms: { at: '2026-01-05T09:00:00Z', by: 'text_reply' } }])
    await ada.patch(`${address}/${id}`, { phoneNumber: '07700 900456', mayBeContacted: false, address: { town: 'Exampleton' } })

    const refused = await ben.patch(`${address}/${id}`, {
      phoneNumber: '07700 900789',
      emailAddress: 'grace@example.com',
      optedOutMethods: ['email'],
      address: { town: 'Newtown', postcode: 'ZZ99 3VZ' },
      before: { phoneNumber: '07700 900123', emailAddress: '', optedOutMethods: [], address: { town: '', postcode: '' } },
    })

    expect(refused.statusCode).toBe(409)
    expect(refused.json().errors).toEqual([
      { field: 'phoneNumber', message: 'Phone number has changed since you opened the record.' },
      { field: 'optedOutMethods', message: '“The patient does not want messages by” has changed since you opened the record.' },
      { field: 'address.town', message: 'Town has changed since you opened the record.' },
    ])
    const saved = await ben.patch(`${address}/${id}`, {
      phoneNumber: '07700 900456', // as Ada has changed it
      emailAddress: 'grace@example.com',
      optedOutMethods: ['sms', 'email'],
      before: { phoneNumber: '07700 900123', emailAddress: '', optedOutMethods: ['sms'] },
    })
    expect(saved.json()).toMatchObject({
      phoneNumber: '+447700900456',
      emailAddress: 'grace@example.com',
      mayBeContacted: false,
      optedOutMethods: ['email', 'sms'],
      address: { town: 'Exampleton' },
    })
  })

  test('an invalid change is refused, and values that were valid under older rules are left unchanged (PAT-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const { id, nhsNumber } = await aPatient(ward, { phoneNumber: null })
    const other = await aPatient(ward)
    await ward.query('update organisations set minimum_age = 100 where id = $1', [ward.id])
    const refusal = async (body: object) => (await ada.patch(`${address}/${id}`, body)).json().errors

    expect(await refusal({ firstName: '' })).toEqual([{ field: 'firstName', message: 'First name is required.' }])
    expect(await refusal({ preferredMethod: 'sms' })).toEqual([
      { field: 'phoneNumber', message: 'Phone number is required when the contact method is SMS.' },
    ])
    expect(await refusal({ archived: true })).toMatchObject([{ field: 'archived' }])
    expect((await ada.patch(`${address}/${other.id}`, { nhsNumber })).json().detail).toBe(
      'A patient already exists with that NHS number. If you cannot find them, ask an admin.',
    )
    expect((await ada.patch(`${address}/${id}`, { address: { line1: '1 Example Street' } })).statusCode).toBe(200)
  })

  test('the requests of an archived patient are closed, and the patient can be restored (PAT-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const { id } = await aPatient(ward)
    const request = await aRequest(ward, { patientId: id, status: 'opened' })

    const archived = await ada.delete(`${address}/${id}`)
    await ada.delete(`${address}/${id}`)
    const restored = await ada.patch(`${address}/${id}`, { archived: false })

    expect(archived.json()).toMatchObject({ id, archived: true, openRequests: 0 })
    expect(await ward.query('select status from form_requests where id = $1', [request.id])).toEqual([{ status: 'auto_closed' }])
    expect(restored.json()).toMatchObject({ id, archived: false, archivedAt: null })
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual([
      'patientDeleted',
      'formRequestAutoClosed',
      'patientRead', // archived a second time: nothing happens, and the record is answered
      'patientRestored',
    ])
  })

  test('the log has a change of language as its own event, and an update without changes as a view of the record (AUD-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const { id } = await aPatient(ward)

    await ada.patch(`${address}/${id}`, { locale: 'cy' })
    await ada.patch(`${address}/${id}`, { locale: 'cy' })

    expect(await ward.auditTrail()).toMatchObject([
      { event_type: 'patientLocaleUpdated', patient_id: id, detail: { locale: 'cy' } },
      { event_type: 'patientRead', patient_id: id },
    ])
    expect((await ada.patch(`${address}/${id}`, { locale: '<b>' })).json().errors).toEqual([
      { field: 'locale', message: 'Language is not valid.' },
    ])
  })

  test('the language of a new patient is not known, and can be set and become not known again (PTN-8, PAT-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const created = await ada.post(address, { firstName: 'Mari', lastName: 'Evans', dateOfBirth: '1961-03-09' })
    expect(created.json()).toMatchObject({ locale: '' })
    const { id } = created.json()
    expect((await ada.patch(`${address}/${id}`, { locale: 'cy' })).json()).toMatchObject({ locale: 'cy' })
    expect((await ada.patch(`${address}/${id}`, { locale: '' })).json()).toMatchObject({ locale: '' })
    expect((await ada.patch(`${address}/${id}`, { locale: null })).statusCode).toBe(400)
    expect((await ward.auditTrail()).at(-1)).toMatchObject({ event_type: 'patientLocaleUpdated', detail: { locale: '' } })
  })
})
