import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { nextNhsNumber, openOrganisation, type TestOrganisation } from '#test/organisation.ts'

const address = '/api/patients/patient'
const grace = {
  firstName: 'Grace',
  lastName: 'Hopper',
  dateOfBirth: '1961-03-09',
  localPatientId: '00012345',
  address: { line1: '1 Example Street', town: 'Exampleton', postcode: 'zz993vz' },
}
const married = { ...grace, firstName: 'Grâce', lastName: 'Murray', localPatientId: '' }
const numberTaken = 'A patient already exists with that NHS number. If you cannot find them, ask an admin.'

type Member = Awaited<ReturnType<TestOrganisation['staff']>>
const create = async (member: Member, body: object): Promise<string> => (await member.post(address, body)).json().id
/** The last events, newest first. */
const lastEvents = (ward: TestOrganisation, count: number) =>
  ward.query(
    'select event_type, actor_id, subject_id, patient_id, patient_ids, detail from audit_events where organisation_id = $1 order by id desc limit $2',
    [ward.id, count],
  )
const candidatesOf = ({ json }: { json: () => { candidates?: { id: string }[] } }) => (json().candidates ?? []).map(({ id }) => id)

describe('POST /patient', () => {
  test('a patient who shares three of four details with others is refused with all of them, best match first, archived ones too (PAT-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const numbered = await create(ada, { ...grace, nhsNumber: nextNhsNumber() })
    await ada.delete(`${address}/${numbered}`)
    const alike = await create(ada, { ...married, ruledOut: [numbered] })

    const refused = await ada.post(address, married)

    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'possible_duplicate',
        detail: 'Patients with nearly the same details already exist. Check whether one of them is the same person.',
        candidates: [
          { id: alike, fullName: 'Grâce Murray', archived: false, agreesIn: ['firstName', 'lastName', 'dateOfBirth', 'postcode'] },
          {
            id: numbered,
            fullName: 'Grace Hopper',
            nhsNumber: expect.stringMatching(/^\d{10}$/),
            localPatientId: '00012345',
            dateOfBirth: '1961-03-09',
            address: { line1: '1 Example Street', line2: '', town: 'Exampleton', county: '', postcode: 'ZZ99 3VZ' },
            archived: true,
            agreesIn: ['firstName', 'dateOfBirth', 'postcode'],
          },
        ],
      },
    ])
    expect((await ada.get(address)).json().totalDocs).toBe(1)
  })

  test('the patients who were shown are audited although nothing was created, and so is who confirmed that they are different people (PAT-4, AUD-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const known = await create(ada, grace)

    await ada.post(address, married)
    expect((await lastEvents(ward, 1))[0]).toMatchObject({
      event_type: 'patientDuplicatesRead',
      actor_id: ada.id,
      patient_id: null,
      patient_ids: [known],
    })

    const id = await create(ada, { ...married, ruledOut: [known, randomUUID()] })
    expect((await lastEvents(ward, 2)).toReversed()).toMatchObject([
      { event_type: 'patientCreated', subject_id: id },
      { event_type: 'patientDuplicatesRuledOut', actor_id: ada.id, subject_id: id, patient_id: id, patient_ids: [known] },
    ])
  })

  test('ruling out one candidate of two is not enough, nor is ruling out a stranger (PAT-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const one = await create(ada, grace)
    const other = await create(ada, { ...grace, ruledOut: [one] })

    expect(candidatesOf(await ada.post(address, { ...grace, ruledOut: [one] }))).toEqual([other])
    expect(candidatesOf(await ada.post(address, { ...grace, ruledOut: [randomUUID()] })).toSorted()).toEqual([one, other].toSorted())
    expect((await ada.post(address, { ...grace, ruledOut: [other, one] })).statusCode).toBe(200)
    expect((await ada.post(address, { ...grace, ruledOut: ['nobody'] })).json().errors).toMatchObject([{ field: 'ruledOut.0' }])
  })

  test('two NHS numbers are two people, agreeing in two of four is not enough, and another organisation is not compared (PAT-4)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, eve] = [await ours.staff('User'), await theirs.staff('User')]
    await create(ada, { ...grace, nhsNumber: nextNhsNumber() })

    expect((await ada.post(address, { ...grace, nhsNumber: nextNhsNumber() })).statusCode).toBe(200)
    expect((await ada.post(address, { ...grace, firstName: 'Ann', lastName: 'Lee' })).statusCode).toBe(200)
    expect((await eve.post(address, grace)).statusCode).toBe(200)
  })

  test('an NHS number in use shows whose it is, and cannot be overridden (PAT-3, PAT-4)', async () => {
    const ada = await (await openOrganisation()).staff('User')
    const written = { ...grace, nhsNumber: nextNhsNumber() }
    const known = await create(ada, written)

    const again = await ada.post(address, { ...written, firstName: 'Ann', ruledOut: [known] })

    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      {
        code: 'conflict',
        detail: numberTaken,
        candidates: [{ id: known, agreesIn: ['nhsNumber', 'lastName', 'dateOfBirth', 'postcode'] }],
      },
    ])
  })

  test('a patient on a ward that the member may not see is neither shown nor counted, and keeps their NHS number (PAT-4, MEM-4)', async () => {
    const organisation = await openOrganisation({ wardAccess: 'assigned' })
    const [north, south] = [randomUUID(), randomUUID()]
    await organisation.query("insert into wards (organisation_id, id, name) values ($1, $2, 'North'), ($1, $3, 'South')", [
      organisation.id,
      north,
      south,
    ])
    const [ada, admin] = [await organisation.staff('User'), await organisation.staff('Admin')]
    await organisation.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [
      organisation.id,
      ada.id,
      north,
    ])
    const nhsNumber = nextNhsNumber()
    const hidden = await create(admin, { ...grace, nhsNumber, wardId: south })
    const seen = await create(admin, { ...grace, ruledOut: [hidden], wardId: north })

    expect(candidatesOf(await ada.post(address, { ...married, wardId: north }))).toEqual([seen])
    expect(candidatesOf(await admin.post(address, { ...married, wardId: north })).toSorted()).toEqual([seen, hidden].toSorted())
    const taken = await ada.post(address, { ...married, nhsNumber, wardId: north, ruledOut: [seen] })
    expect([taken.statusCode, taken.json().detail, taken.json().candidates]).toEqual([409, numberTaken, undefined])
  })

  test('of many possible duplicates the first 20 are shown, then the others (PAT-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    await ward.query(
      `insert into patients (organisation_id, first_name, last_name, name_key, date_of_birth)
       select $1, 'Grace', 'Hopper', 'hopper grace', '1961-03-09' from generate_series(1, 30)`,
      [ward.id],
    )
    const first = candidatesOf(await ada.post(address, grace))
    const others = candidatesOf(await ada.post(address, { ...grace, ruledOut: first }))
    expect([first.length, others.length, new Set([...first, ...others]).size]).toEqual([20, 10, 30])
  })
})

describe('PATCH /patient/:id', () => {
  test('a change that makes two patients agree is refused until they are ruled out, and changes nothing (PAT-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const known = await create(ada, grace)
    const id = await create(ada, { ...grace, lastName: 'Lee', dateOfBirth: '1980-01-01' })
    const change = { lastName: 'Hopper' }

    const refused = await ada.patch(`${address}/${id}`, change)
    expect([refused.statusCode, refused.json().code, candidatesOf(refused)]).toEqual([409, 'possible_duplicate', [known]])
    expect((await lastEvents(ward, 1))[0]).toMatchObject({ event_type: 'patientDuplicatesRead', patient_id: id, patient_ids: [known] })
    expect((await ada.get(`${address}?id=${id}`)).json().lastName).toBe('Lee')

    expect((await ada.patch(`${address}/${id}`, { ...change, ruledOut: [known] })).json()).toMatchObject({ lastName: 'Hopper' })
    expect(await lastEvents(ward, 2)).toMatchObject([
      { event_type: 'patientDuplicatesRuledOut', patient_id: id, patient_ids: [known] },
      { event_type: 'patientUpdated', detail: { fields: ['lastName'] } },
    ])
  })

  test('two patients who matched before are not compared again when another detail changes (PAT-4)', async () => {
    const ada = await (await openOrganisation()).staff('User')
    const known = await create(ada, grace)
    const twin = await create(ada, { ...grace, firstName: 'Ann', ruledOut: [known] })

    expect((await ada.patch(`${address}/${twin}`, { firstName: 'Anna' })).statusCode).toBe(200)
    expect((await ada.patch(`${address}/${twin}`, { phoneNumber: '07700 900123' })).statusCode).toBe(200)
    expect(candidatesOf(await ada.patch(`${address}/${twin}`, { firstName: 'Grace' }))).toEqual([])
  })

  test('an NHS number in use shows whose it is (PAT-3, PAT-4)', async () => {
    const ada = await (await openOrganisation()).staff('User')
    const nhsNumber = nextNhsNumber()
    const known = await create(ada, { ...grace, nhsNumber })
    const id = await create(ada, { ...grace, ruledOut: [known] })

    const refused = await ada.patch(`${address}/${id}`, { nhsNumber })
    expect([refused.statusCode, refused.json().detail, candidatesOf(refused)]).toEqual([409, numberTaken, [known]])
  })
})

describe('Possible duplicates of a patient', () => {
  test('of two members who create the same person at the same moment, the second is shown the first (PAT-4, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const [ada, eve] = [await ward.staff('User'), await ward.staff('User')]
    const answers = await Promise.all([ada.post(address, grace), eve.post(address, grace)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const created = answers.find(({ statusCode }) => statusCode === 200)!.json().id
    expect(answers.flatMap(candidatesOf)).toEqual([created])
  })
})

describe('a possible duplicate that was ruled out', () => {
  const duplicatesOf = async (member: Member, id: string) =>
    (await member.get(`${address}/${id}/duplicates`)).json<{ id: string; ruledOut: { by: string } | null }[]>()
  const rule = (member: Member, id: string, other: string, isRuledOut: boolean) =>
    member.put(`${address}/${id}/duplicates/${other}/ruled-out`, { isRuledOut })

  test('is listed as such on both records, by whom, and is offered again when that is taken back or when more details agree (PAT-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin', { firstName: 'Ada', lastName: 'Byron' })
    const one = await create(ada, grace)
    const other = await create(ada, { ...married, lastName: 'Hopper', firstName: 'Rose', ruledOut: [one] })
    await ward.query('delete from ruled_out_duplicates where organisation_id = $1', [ward.id])
    expect(await duplicatesOf(ada, one)).toMatchObject([{ id: other, ruledOut: null }])

    expect((await rule(ada, one, other, true)).statusCode).toBe(200)
    for (const [id, listed] of [
      [one, other],
      [other, one],
    ] as const)
      expect(await duplicatesOf(ada, id)).toMatchObject([{ id: listed, ruledOut: { by: 'Ada Byron' } }])
    expect(await lastEvents(ward, 3)).toContainEqual(
      expect.objectContaining({ event_type: 'patientDuplicatesRuledOut', actor_id: ada.id, patient_id: one, patient_ids: [other] }),
    )

    expect((await rule(ada, other, one, false)).statusCode).toBe(200)
    expect(await duplicatesOf(ada, one)).toMatchObject([{ ruledOut: null }])
    expect((await rule(ada, other, one, false)).statusCode).toBe(409)

    await rule(ada, one, other, true)
    await ward.query("update patients set first_name = 'Grace' where id = $1", [other])
    expect(await duplicatesOf(ada, one)).toMatchObject([{ id: other, ruledOut: null }])
  })

  test('is not offered after it was ruled out while the second record was created (PAT-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const one = await create(ada, grace)
    const other = await create(ada, { ...married, ruledOut: [one] })

    expect(await duplicatesOf(ada, one)).toMatchObject([{ id: other, ruledOut: { by: expect.any(String) } }])
    expect(await duplicatesOf(ada, other)).toMatchObject([{ id: one, ruledOut: { by: expect.any(String) } }])
  })

  test('needs two records that agree, and an admin of their organisation (PAT-4, ORG-7, ROLE-2)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [ada, user, stranger] = [await ward.staff('Admin'), await ward.staff('User'), await elsewhere.staff('Admin')]
    const one = await create(ada, grace)
    const other = await create(ada, { ...married, ruledOut: [one] })
    const unlike = await create(ada, { ...grace, firstName: 'Bob', lastName: 'Ross', dateOfBirth: '1990-01-01' })

    expect((await rule(ada, one, unlike, true)).statusCode).toBe(409)
    expect((await rule(user, one, other, true)).statusCode).toBe(401)
    expect((await rule(stranger, one, other, true)).statusCode).toBe(404)
    expect((await rule(stranger, one, other, false)).statusCode).toBe(404)
  })

  test('is forgotten when one of the two is erased (PAT-4, OPS-6)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const one = await create(ada, grace)
    const other = await create(ada, { ...married, ruledOut: [one] })
    expect(await ward.query('select 1 from ruled_out_duplicates where organisation_id = $1', [ward.id])).toHaveLength(1)
    const asked = { reason: 'court_order', reference: 'KB-2026-114' }
    expect((await ada.post(`${address}/${other}/erasure`, asked)).statusCode).toBe(200)
    expect(await ward.query('select 1 from ruled_out_duplicates where organisation_id = $1', [ward.id])).toEqual([])
  })
})
