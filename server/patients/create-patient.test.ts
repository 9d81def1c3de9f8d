import { describe, expect, test } from 'vitest'

import { nextNhsNumber, openOrganisation } from '#test/organisation.ts'

const address = '/api/patients/patient'
const grace = () => ({
  nhsNumber: nextNhsNumber(),
  localPatientId: '00012345',
  firstName: ' Grace ',
  lastName: 'Hopper',
  dateOfBirth: '1961-03-09',
  sex: 'female',
  address: { line1: '1 Example Street', line2: '', town: 'Exampleton', county: '', postcode: 'zz993vz' },
  phoneNumber: '07700 900123',
  emailAddress: 'grace@example.com',
  preferredMethod: 'sms',
  mayBeContacted: false,
  admissionStatus: 'waiting',
  onRecord: true,
})

describe('POST /patient', () => {
  test('a patient is created with all details, and the log has who created it (PAT-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const written = grace()

    const response = await ada.post(address, { ...written, nhsNumber: written.nhsNumber.replace(/^(...)(...)/, '$1 $2 ') })

    expect(response.json()).toMatchObject({
      ...written,
      firstName: 'Grace',
      fullName: 'Grace Hopper',
      phoneNumber: '+447700900123',
      address: { ...written.address, postcode: 'ZZ99 3VZ' },
      submitted: false,
      archived: false,
      ward: null,
    })
    const { id } = response.json()
    expect((await ada.get(`${address}?id=${id}`)).json()).toEqual(response.json())
    expect((await ward.auditTrail())[0]).toMatchObject({ event_type: 'patientCreated', actor_id: ada.id, subject_id: id, patient_id: id })
  })

  test('an NHS number is one patient inside an organisation, and may be another one elsewhere (PAT-3)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, eve] = [await ours.staff('User'), await theirs.staff('User')]
    const written = grace()
    await ada.post(address, written)

    const again = await ada.post(address, written)
    const elsewhere = await eve.post(address, written)

    expect([again.statusCode, again.json().detail]).toEqual([
      409,
      'A patient already exists with that NHS number. If you cannot find them, ask an admin.',
    ])
    expect(elsewhere.statusCode).toBe(200)
    expect((await ada.post(address, { ...grace(), firstName: 'Ann', lastName: 'Lee', nhsNumber: null })).json()).toMatchObject({
      nhsNumber: null,
    })
    expect(
      (await ada.post(address, { ...grace(), firstName: 'Bea', lastName: 'Lee', dateOfBirth: '1961-03-10', nhsNumber: '' })).json(),
    ).toMatchObject({ nhsNumber: null })
  })

  test('all errors of a patient are listed at once, each next to its field (VAL-2)', async () => {
    const ada = await (await openOrganisation()).staff('User')

    const response = await ada.post(address, {
      nhsNumber: '999 000 0000',
      firstName: '  ',
      dateOfBirth: '1961-02-30',
      sex: 'other',
      address: { postcode: 'nowhere' },
      phoneNumber: '020 7946 0000',
      emailAddress: 'grace@',
      preferredMethod: 'pigeon',
      admissionStatus: 'lost',
      wardId: '00000000-0000-4000-8000-000000000000',
    })

    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toEqual([
      { field: 'nhsNumber', message: 'Needs to be a valid NHS number.' },
      { field: 'firstName', message: 'First name is required.' },
      { field: 'lastName', message: 'Last name is required.' },
      { field: 'dateOfBirth', message: 'Date of birth must be a real date in the past, such as 09 Mar 1961.' },
      { field: 'sex', message: 'Sex is not valid.' },
      { field: 'phoneNumber', message: 'Phone number must be a valid UK mobile phone number.' },
      { field: 'emailAddress', message: 'Email address must be a valid email address.' },
      { field: 'preferredMethod', message: 'Contact method is not valid.' },
      { field: 'address.postcode', message: 'Postcode must be a UK postcode.' },
      { field: 'admissionStatus', message: 'Admission status is not valid.' },
      { field: 'wardId', message: 'Ward is not valid.' },
    ])
  })
})

describe('POST /patient, hidden characters', () => {
  test('a line break or a control character in a text of one line is refused beside its field, and spaces around it are cut off (SAFE-2)', async () => {
    const ada = await (await openOrganisation()).staff('User')

    const refused = await ada.post(address, {
      ...grace(),
      firstName: 'A\r\nBcc: grace@example.com',
      localPatientId: '1\u0007',
      address: { line1: 'a\u202eb', town: 'a\tb' },
    })
    const created = await ada.post(address, { ...grace(), firstName: 'Ada\r\n', lastName: 'می\u200cخواهم' })

    expect(refused.statusCode).toBe(400)
    const words = 'must not contain line breaks, tabs or hidden characters.'
    expect(refused.json().errors).toEqual([
      { field: 'localPatientId', message: `Local patient ID ${words}` },
      { field: 'firstName', message: `First name ${words}` },
      { field: 'address.line1', message: `Address line 1 ${words}` },
      { field: 'address.town', message: `Town ${words}` },
    ])
    expect(created.json()).toMatchObject({ firstName: 'Ada', lastName: 'می\u200cخواهم' })
  })
})

describe('POST /patient, the rules of the organisation', () => {
  test('a patient must be older than the organisation asks (PAT-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const year = new Date().getFullYear()
    const born = (yearsAgo: number) => ada.post(address, { ...grace(), dateOfBirth: `${year - yearsAgo}-01-01` })

    expect((await born(15)).json().errors).toEqual([{ field: 'dateOfBirth', message: 'Patient must be at least 16 years old.' }])
    expect((await born(17)).statusCode).toBe(200)
    await ward.query('update organisations set minimum_age = 18 where id = $1', [ward.id])
    expect((await born(17)).json().errors).toEqual([{ field: 'dateOfBirth', message: 'Patient must be at least 18 years old.' }])
  })

  test('a contact method requires its contact detail (PAT-2)', async () => {
    const ada = await (await openOrganisation()).staff('User')
    const by = async (preferredMethod: string) =>
      (await ada.post(address, { ...grace(), preferredMethod, nhsNumber: '', phoneNumber: '', emailAddress: null })).json().errors

    expect(await by('sms')).toEqual([{ field: 'phoneNumber', message: 'Phone number is required when the contact method is SMS.' }])
    expect(await by('email')).toEqual([{ field: 'emailAddress', message: 'Email address is required when the contact method is Email.' }])
    expect(await by('nhs_app')).toEqual([{ field: 'nhsNumber', message: 'NHS number is required when the contact method is NHS App.' }])
  })
})
