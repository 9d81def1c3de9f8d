import { describe, expect, test } from 'vitest'

import type { Patient } from '#contract/patients.ts'
import { mergeInto, patientAddress } from '#test/merging.ts'
import { nextNhsNumber, openOrganisation } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'

const path = '/api/patients/patient'
type Saved = { result: string; patient: Patient }

const person = () => ({
  nhsNumber: nextNhsNumber(),
  localPatientId: `H${Math.random().toString(36).slice(2, 9)}`,
  firstName: 'Rosalind',
  lastName: 'Franklin',
  dateOfBirth: '1960-07-25',
  address: { postcode: 'ZZ99 3VZ' },
})

describe('PUT /patient', () => {
  test('adds a patient, changes only what is given and differs, and says when nothing differs (INT-1, PAT-4)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const given = person()

    const added = (await ada.put(path, given)).json<Saved>()
    expect(added).toMatchObject({ result: 'created', patient: { onRecord: true, localPatientId: given.localPatientId } })
    await ada.patch(`${path}/${added.patient.id}`, { emailAddress: 'kept@example.com' })
    expect((await ada.put(path, given)).json()).toMatchObject({ result: 'unchanged', patient: { id: added.patient.id } })
    const moved = { ...given, phoneNumber: '07700 900123', address: { town: 'Leeds', postcode: 'ls1 4ap' } }
    expect((await ada.put(path, moved)).json()).toMatchObject({
      result: 'updated',
      patient: {
        id: added.patient.id,
        phoneNumber: '+447700900123',
        emailAddress: 'kept@example.com',
        address: { town: 'Leeds', postcode: 'LS1 4AP' },
      },
    })
    expect((await ada.put(path, moved)).json()).toMatchObject({ result: 'unchanged' })
    expect(
      (await own.auditTrail())
        .filter(({ event_type: type }) => type.startsWith('patient'))
        .map(({ event_type, detail }) => [event_type, detail]),
    ).toEqual([
      ['patientCreated', {}],
      ['patientUpdated', { fields: ['emailAddress'] }],
      ['patientRead', {}],
      ['patientUpdated', { fields: ['phoneNumber', 'address'] }],
      ['patientRead', {}],
    ])
  })

  test('finds by NHS number alone or local patient ID alone if name and date of birth agree, and adds the missing number (PAT-4)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const { nhsNumber, localPatientId, ...rest } = person()
    const { patient } = (await ada.put(path, { localPatientId, ...rest })).json<Saved>()

    expect((await ada.put(path, { localPatientId: localPatientId.toLowerCase(), nhsNumber, ...rest })).json()).toMatchObject({
      result: 'updated',
      patient: { id: patient.id, nhsNumber },
    })
    expect((await ada.put(path, { nhsNumber, ...rest, firstName: 'ROSALIND ELSIE' })).json()).toMatchObject({ patient: { id: patient.id } })
  })

  test('the local patient ID of a merged record finds the record that was kept, and keeps the ID that the merge chose (PAT-4)', async () => {
    const own = await openOrganisation()
    const admin = await own.staff('Admin')
    const { nhsNumber, ...given } = person()
    const seed = { firstName: given.firstName, lastName: given.lastName, dateOfBirth: given.dateOfBirth }
    const [first, second, last] = [
      await aPatient(own, { ...seed, nhsNumber: null, localPatientId: 'H-First' }),
      await aPatient(own, { ...seed, nhsNumber: null, localPatientId: 'H-Second' }),
      await aPatient(own, { ...seed, nhsNumber, localPatientId: 'H-Last' }),
    ]
    await mergeInto(admin, second.id, first.id)
    await mergeInto(admin, last.id, second.id, { taken: ['localPatientId'] })
    const kept = { id: last.id, localPatientId: 'H-Second', nhsNumber }

    for (const localPatientId of ['h-first', 'H-Second', 'H-LAST']) {
      const phoneNumber = `+447700900${String(localPatientId.length)}11`
      for (const numbered of [{}, { nhsNumber }])
        expect((await admin.put(path, { ...given, ...numbered, localPatientId, phoneNumber })).json(), localPatientId).toMatchObject({
          patient: { ...kept, phoneNumber },
        })
      expect((await admin.put(path, { ...given, localPatientId, firstName: 'Ellen' })).json()).toMatchObject({
        code: 'possible_duplicate',
      })
    }
    expect(await own.query('select 1 from patients where organisation_id = $1', [own.id])).toHaveLength(3)
    await admin.delete(patientAddress(second.id, '/merge'))
    expect((await admin.put(path, { ...given, localPatientId: 'H-First' })).json()).toMatchObject({ patient: { id: second.id } })
  })

  test('a new name or date of birth is taken when NHS number and local patient ID name the same patient (PAT-4)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const given = person()
    const { patient } = (await ada.put(path, given)).json<Saved>()

    expect((await ada.put(path, { ...given, lastName: 'Smith' })).json()).toMatchObject({
      result: 'updated',
      patient: { id: patient.id, lastName: 'Smith' },
    })
  })

  test.each([
    ['the NHS number of somebody with another date of birth', { localPatientId: undefined, dateOfBirth: '1961-07-25' }],
    ['the NHS number of somebody with another last name', { localPatientId: undefined, lastName: 'Smith' }],
    ['the local patient ID of somebody with another first name', { nhsNumber: undefined, firstName: 'Ellen' }],
    ['the local patient ID of somebody with another NHS number', { nhsNumber: '9990000018' }],
    ['the same name, date of birth and postcode without a number', { nhsNumber: undefined, localPatientId: 'OTHER1' }],
  ])('%s is doubtful: nothing is changed, and the candidate is named (PAT-4)', async (_what, changes) => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const given = person()
    const { patient } = (await ada.put(path, given)).json<Saved>()

    const response = await ada.put(path, { ...given, ...changes, phoneNumber: '07700 900999' })

    expect(response.json(), response.body).toMatchObject({ status: 409, code: 'possible_duplicate', candidates: [{ id: patient.id }] })
    expect((await ada.get(`${path}?id=${patient.id}`)).json()).toMatchObject({
      ...given,
      phoneNumber: null,
      address: { postcode: 'ZZ99 3VZ' },
    })
    expect((await own.query('select count(*)::int as n from patients where organisation_id = $1', [own.id]))[0]).toEqual({ n: 1 })
  })

  test('an NHS number and a local patient ID of two patients change neither (PAT-4)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const [one, two] = [person(), { ...person(), firstName: 'Ada', lastName: 'Byron', address: { postcode: 'LS1 4AP' } }]
    await ada.put(path, one)
    await ada.put(path, two)

    expect((await ada.put(path, { ...one, localPatientId: two.localPatientId })).json()).toMatchObject({
      code: 'possible_duplicate',
      candidates: [expect.anything(), expect.anything()],
    })
  })

  test('an archived patient is not changed, and a patient of another organisation is not found (PAT-4, ORG-7)', async () => {
    const [own, other] = [await openOrganisation(), await openOrganisation()]
    const [ada, bob] = [await own.staff(), await other.staff()]
    const given = person()
    const { patient } = (await ada.put(path, given)).json<Saved>()

    expect((await bob.put(path, given)).json()).toMatchObject({ result: 'created' })
    await ada.delete(`${path}/${patient.id}`)
    expect((await ada.put(path, { ...given, phoneNumber: '07700 900123' })).json()).toMatchObject({ status: 409, code: 'conflict' })
  })

  test('a call without a number, with a wrong field or with what only the patient decides is refused (INT-1)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const { nhsNumber: _number, localPatientId: _id, ...unnamed } = person()

    expect((await ada.put(path, unnamed)).json()).toMatchObject({ status: 400, errors: [{ field: 'nhsNumber' }] })
    expect((await ada.put(path, { ...person(), nhsNumber: '9990000019' })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'nhsNumber' }],
    })
    expect((await ada.put(path, { ...person(), optedOutMethods: [] })).statusCode).toBe(400)
    for (const dateOfBirth of [null, '', '31/12/1960', '1960-02-30'])
      expect((await ada.put(path, { ...person(), dateOfBirth })).json()).toMatchObject({ status: 400, errors: [{ field: 'dateOfBirth' }] })
  })

  test('a patient who has died is marked once, and their form requests end (INT-1)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const given = person()
    await ada.put(path, given)

    expect((await ada.put(path, { ...given, deceased: true })).json()).toMatchObject({ result: 'updated', patient: { deceased: true } })
    expect((await ada.put(path, { ...given, deceased: true })).json()).toMatchObject({ result: 'unchanged' })
  })

  test('ten calls about one new person at the same moment add one patient (PAT-4)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const given = person()

    const answers = await Promise.all(Array.from({ length: 10 }, () => ada.put(path, given)))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(answers.filter((one) => one.json<Saved>().result === 'created')).toHaveLength(1)
  })

  test('a member who is limited to wards gets no patient of another ward (MEM-4)', async () => {
    const own = await openOrganisation({ wardAccess: 'assigned' })
    const [ada, limited] = [await own.staff('Admin'), await own.staff()]
    const hidden = await aPatient(own)
    void ada

    const response = await limited.put(path, { nhsNumber: hidden.nhsNumber, firstName: 'X', lastName: 'Y', dateOfBirth: '1960-01-01' })

    expect(response.body).not.toContain(hidden.id)
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
  })
})
