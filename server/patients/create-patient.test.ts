import { expect, test } from 'vitest'

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

test('PAT-2 a patient is created with everything that is known of them, and the log says by whom', async () => {
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

test('PAT-3 an NHS number is one patient inside an organisation, and may be another one elsewhere', async () => {
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
  expect((await ada.post(address, { ...grace(), nhsNumber: null, isSomebodyElse: true })).json()).toMatchObject({ nhsNumber: null })
  expect((await ada.post(address, { ...grace(), nhsNumber: '', isSomebodyElse: true })).json()).toMatchObject({ nhsNumber: null })
})

test('VAL-2 everything that is wrong with a patient is said at once, each beside its field', async () => {
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

test('PAT-3 a patient must be older than the organisation asks', async () => {
  const ward = await openOrganisation()
  const ada = await ward.staff('User')
  const year = new Date().getFullYear()
  const born = (yearsAgo: number) => ada.post(address, { ...grace(), dateOfBirth: `${year - yearsAgo}-01-01` })

  expect((await born(15)).json().errors).toEqual([{ field: 'dateOfBirth', message: 'Patient must be at least 16 years old.' }])
  expect((await born(17)).statusCode).toBe(200)
  await ward.query('update organisations set minimum_age = 18 where id = $1', [ward.id])
  expect((await born(17)).json().errors).toEqual([{ field: 'dateOfBirth', message: 'Patient must be at least 18 years old.' }])
})

test('PAT-2 a method of contact needs somewhere to write to', async () => {
  const ada = await (await openOrganisation()).staff('User')
  const by = async (preferredMethod: string) =>
    (await ada.post(address, { ...grace(), preferredMethod, nhsNumber: '', phoneNumber: '', emailAddress: null })).json().errors

  expect(await by('sms')).toEqual([{ field: 'phoneNumber', message: 'Phone number is required when the contact method is SMS.' }])
  expect(await by('email')).toEqual([{ field: 'emailAddress', message: 'Email address is required when the contact method is Email.' }])
  expect(await by('nhs_app')).toEqual([{ field: 'nhsNumber', message: 'NHS number is required when the contact method is NHS App.' }])
})

const inTheWay = {
  code: 'conflict',
  detail: 'A patient with these details exists already: check that this is somebody else.',
  errors: [{ field: 'isSomebodyElse', message: 'A patient with these details exists already: check that this is somebody else.' }],
}

test('PAT-4 whoever agrees with a patient in three of four is created only once a person says that this is somebody else', async () => {
  const ward = await openOrganisation()
  const ada = await ward.staff('User')
  const twin = { ...grace(), nhsNumber: '', firstName: 'Grâce', dateOfBirth: '1961-03-10' }
  await ada.post(address, grace())

  const refused = await ada.post(address, twin)
  expect([refused.statusCode, refused.json()]).toMatchObject([409, inTheWay])
  expect((await ada.get(address)).json().totalDocs).toBe(1)

  const said = await ada.post(address, { ...twin, isSomebodyElse: true })
  expect([said.statusCode, said.json().dateOfBirth]).toEqual([200, '1961-03-10'])
  expect((await ada.post(address, { ...twin, nhsNumber: nextNhsNumber() })).json()).toMatchObject(inTheWay)
})

test('PAT-4 two NHS numbers are two people, agreeing in two of four is not enough, and another organisation is not asked', async () => {
  const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
  const [ada, eve] = [await ours.staff('User'), await theirs.staff('User')]
  const written = grace()
  await ada.post(address, written)

  expect((await ada.post(address, grace())).statusCode).toBe(200)
  expect((await ada.post(address, { ...written, nhsNumber: '', firstName: 'Ann', lastName: 'Lee' })).statusCode).toBe(200)
  expect((await eve.post(address, { ...written, nhsNumber: '' })).statusCode).toBe(200)
})

test('PAT-4 an NHS number that is taken stays refused, whoever says that this is somebody else', async () => {
  const ada = await (await openOrganisation()).staff('User')
  const written = grace()
  await ada.post(address, written)

  const again = await ada.post(address, { ...written, isSomebodyElse: true })

  expect([again.statusCode, again.json().detail]).toEqual([
    409,
    'A patient already exists with that NHS number. If you cannot find them, ask an admin.',
  ])
  expect(again.json().errors ?? []).not.toMatchObject(inTheWay.errors)
})
