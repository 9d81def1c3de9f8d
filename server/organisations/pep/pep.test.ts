import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { appWith } from '#test/app-with.ts'
import { openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { openPepServer, type PepManners } from '#test/pep/server.ts'
import { aForm, aPatient } from '#test/requests.ts'

import { demonstrationPep } from './demonstration-pep.ts'

const configOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/pep-config`
const testOf = (ward: { id: string }) => `${configOf(ward)}/test`
const codes = '/api/forms/pep-codes'
const checkOf = (code: string) => `${codes}/check?code=${encodeURIComponent(code)}`
const subscriberOf = (id: string) => `/api/patients/patient/${id}/pep-subscriber`
const on = { PEP_LINKS: true, ALLOW_PRIVATE_PEP: true }

/** An organisation whose PEP is the stand-in. */
async function openWithPep(manners: PepManners = {}, more: object = {}) {
  const ward = await openOrganisation()
  const [server, pep, ada] = [await appWith(ward, on), await openPepServer(manners), await ward.staff('Admin')]
  expect((await server.put(ada, configOf(ward), { ...pep.config, ...more })).statusCode).toBe(200)
  return { ward, server, pep, ada }
}

const events = async (ward: TestOrganisation, type: string) => (await ward.auditTrail()).filter(({ event_type }) => event_type === type)

describe('POST /tenant/:id/pep-config/test', () => {
  test('a PEP that answers is named, with what it can look up, and the test is recorded (PEP-1, AUD-1)', async () => {
    const { ward, server, pep, ada } = await openWithPep()

    expect((await server.post(ada, testOf(ward))).json()).toEqual({
      outcome: 'connected',
      name: 'Demonstration PEP',
      finds: ['department', 'clinic'],
    })
    expect(pep.problems).toEqual([])
    expect(await events(ward, 'pepConfigTested')).toMatchObject([
      { actor_id: ada.id, subject_id: ward.id, detail: { outcome: 'connected' } },
    ])
  })

  test('what failed is said, and recorded (PEP-1, AUD-1)', async () => {
    const { ward, server, ada } = await openWithPep({ status: 401 })

    expect((await server.post(ada, testOf(ward))).json()).toEqual({ outcome: 'no_answer', reason: 'not_authorised' })
    expect(await events(ward, 'pepConfigTested')).toMatchObject([{ detail: { outcome: 'no_answer', reason: 'not_authorised' } }])
  })

  test('a PEP on a private network is not called unless the installation allows it (SAFE-2)', async () => {
    const { ward, pep, ada } = await openWithPep()
    const strict = await appWith(ward, { ...on, ALLOW_PRIVATE_PEP: false })

    expect((await strict.post(ada, testOf(ward))).json()).toEqual({ outcome: 'no_answer', reason: 'private_address' })
    expect(pep.asked).toEqual([])
  })

  test('a secret that was sealed for another organisation or address opens nowhere else (SAFE-2)', async () => {
    const { ward, server, pep, ada } = await openWithPep()
    const other = await openOrganisation()
    await ward.query(
      `insert into pep_configs (organisation_id, address, client_id, client_secret)
       select $1, address, client_id, client_secret from pep_configs where organisation_id = $2`,
      [other.id, ward.id],
    )
    await ward.query(`update pep_configs set address = address || '/elsewhere' where organisation_id = $1`, [ward.id])

    const theirs = (await server.post(await other.staff('Admin'), testOf(other))).json()
    expect(theirs).toEqual({ outcome: 'no_answer', reason: 'secret_needed' })
    expect((await server.post(ada, testOf(ward))).json()).toEqual({ outcome: 'no_answer', reason: 'secret_needed' })
    expect(pep.asked).toEqual([])
  })

  test('it is for admins of the organisation and of the system; without a configuration it is not found (ROLE-4, ORG-7)', async () => {
    const { ward, server, pep } = await openWithPep()
    const [other, root] = [await openOrganisation(), await systemAdministrator()]

    expect((await server.post(await ward.staff('User'), testOf(ward))).statusCode).toBe(401)
    expect((await server.post(await other.staff('Admin'), testOf(ward))).statusCode).toBe(403)
    expect((await server.post(await other.staff('Admin'), testOf(other))).statusCode).toBe(404)
    expect((await server.post(root, testOf({ id: randomUUID() }))).statusCode).toBe(404)
    expect(pep.asked).toEqual([])
    expect((await server.post(root, testOf(ward))).json()).toMatchObject({ outcome: 'connected' })
  })
})

describe('GET /pep-codes', () => {
  test('departments and clinics are found by code and name, and the look-up is recorded (PEP-1, AUD-1)', async () => {
    const { ward, server, pep } = await openWithPep()
    const olga = await ward.staff('Forms OrgAdmin')

    expect((await server.get(olga, `${codes}?search=hip`)).json()).toEqual({
      outcome: 'found',
      places: [{ code: 'ORTHO-HIP', name: 'Hip and knee clinic', kind: 'clinic' }],
    })
    expect(pep.problems).toEqual([])
    expect(await events(ward, 'pepCodesRead')).toMatchObject([{ actor_id: olga.id }])
  })

  test('the configuration says which kinds are looked up (PEP-1)', async () => {
    const { ward, server } = await openWithPep({}, { findsDepartments: false })
    const olga = await ward.staff('Forms OrgAdmin')

    expect((await server.get(olga, `${codes}?search=card`)).json()).toMatchObject({ places: [{ code: 'CARD-HF' }, { code: 'CARD-PACE' }] })
    expect((await server.get(olga, '/api/tenants/tenant')).json()).toMatchObject({ pep: { findsDepartments: false, findsClinics: true } })
  })
})

describe('GET /pep-codes/check', () => {
  test('a code is known, not known, or could not be checked (PEP-1)', async () => {
    const { ward, server, pep } = await openWithPep()
    const olga = await ward.staff('Forms OrgAdmin')

    expect((await server.get(olga, checkOf('card'))).json()).toEqual({
      outcome: 'known',
      place: { code: 'CARD', name: 'Cardiology', kind: 'department' },
    })
    expect((await server.get(olga, checkOf('NO-SUCH'))).json()).toEqual({ outcome: 'unknown' })
    pep.manners.isAway = true
    expect((await server.get(olga, checkOf('card'))).json()).toEqual({ outcome: 'no_answer', reason: 'disconnected' })
    expect((await server.get(olga, checkOf(''))).statusCode).toBe(400)
  })

  test('it is for users who change forms (ROLE-4)', async () => {
    const { ward, server, pep } = await openWithPep()
    for (const path of [codes, checkOf('CARD')]) expect((await server.get(await ward.staff('Admin'), path)).statusCode).toBe(401)
    expect(pep.asked).toEqual([])
  })
})

describe('PATCH /form/:id with a code', () => {
  const open = async (manners: PepManners = {}) => {
    const opened = await openWithPep(manners)
    const { id } = await aForm(opened.ward, 'Before your operation')
    const olga = await opened.ward.staff('Forms OrgAdmin')
    const address = `/api/forms/form/${id}`
    const save = (pepCode: string | null) => opened.server.patch(olga, address, { pepCode })
    return { ...opened, olga, save, read: async () => (await opened.server.get(olga, address)).json<object>() }
  }

  test('a code that the PEP knows is confirmed, as the PEP writes it (FORM-4)', async () => {
    const { ward, save, read } = await open()

    expect((await save('ortho-hip')).json()).toMatchObject({
      pepCode: 'ORTHO-HIP',
      pepPlace: { name: 'Hip and knee clinic', kind: 'clinic', confirmedAt: expect.any(String) as string },
    })
    expect(await read()).toMatchObject({ pepCode: 'ORTHO-HIP', pepPlace: { kind: 'clinic' } })
    expect(await events(ward, 'formUpdated')).toMatchObject([{ detail: { changed: ['pepCode'] } }])
    expect((await save(null)).json()).toMatchObject({ pepCode: null, pepPlace: null })
  })

  test('a code that the PEP does not know is refused beside its field, and the form stays as it was (FORM-4, VAL-1)', async () => {
    const { save, read } = await open()
    await save('CARD')

    expect((await save('NO-SUCH-CODE')).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'pepCode', message: 'Incorrect code, please try again.' }],
    })
    expect(await read()).toMatchObject({ pepCode: 'CARD', pepPlace: { name: 'Cardiology' } })
  })

  test('a code that could not be checked is saved and not confirmed; saving it again confirms it (FORM-4)', async () => {
    const { server, ward, ada, pep, save } = await open({ isAway: true })

    expect((await save('CARD')).json()).toMatchObject({ pepCode: 'CARD', pepPlace: null })
    pep.manners.isAway = false
    await server.post(ada, testOf(ward))
    expect((await save('CARD')).json()).toMatchObject({ pepCode: 'CARD', pepPlace: { name: 'Cardiology' } })
  })

  test('a code that one PEP confirmed is not confirmed for another, or for none (FORM-4)', async () => {
    const { server, ward, ada, pep, save, read } = await open()
    await save('CARD')
    await server.put(ada, configOf(ward), { ...pep.config, address: 'https://pep.example' })
    expect(await read()).toMatchObject({ pepCode: 'CARD', pepPlace: null })

    await server.put(ada, configOf(ward), pep.config)
    expect(await read()).toMatchObject({ pepPlace: { name: 'Cardiology' } })
    await server.put(ada, configOf(ward), { enabled: false })
    expect(await read()).toMatchObject({ pepCode: 'CARD', pepPlace: null })
  })
})

describe('GET /patient/:id/pep-subscriber', () => {
  const yes = '9990000026'
  const no = '9990000018'

  test('yes, no, and when it was asked; the query is recorded on the patient (PEP-1, AUD-4)', async () => {
    const { ward, server, pep } = await openWithPep()
    const [user, one, other] = [await ward.staff('User'), await aPatient(ward, { nhsNumber: yes }), await aPatient(ward, { nhsNumber: no })]

    expect((await server.get(user, subscriberOf(one.id))).json()).toEqual({
      patientId: one.id,
      subscriber: 'yes',
      askedAt: expect.any(String) as string,
      reason: null,
    })
    expect((await server.get(user, subscriberOf(other.id))).json()).toMatchObject({ subscriber: 'no', reason: null })
    expect(pep.problems).toEqual([])
    expect(await events(ward, 'pepSubscriberRead')).toMatchObject([
      { actor_id: user.id, subject_id: one.id, detail: { isAsked: true } },
      { actor_id: user.id, subject_id: other.id, detail: { isAsked: true } },
    ])
  })

  test('a PEP that does not answer is no failure: not known, with the reason, and the query is still recorded (PEP-1, AUD-4)', async () => {
    const { ward, server } = await openWithPep({ isAway: true })
    const [user, patient] = [await ward.staff('User'), await aPatient(ward)]

    const answer = await server.get(user, subscriberOf(patient.id))

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ subscriber: 'not_known', reason: 'disconnected' })
    expect(await events(ward, 'pepSubscriberRead')).toHaveLength(1)
  })

  test('without an NHS number, without PEP, or with PEP links off nothing is asked (PEP-1, PEP-2)', async () => {
    const { ward, server, pep } = await openWithPep()
    const [user, nameless, patient] = [await ward.staff('User'), await aPatient(ward, { nhsNumber: null }), await aPatient(ward)]
    const off = await appWith(ward, { ...on, PEP_LINKS: false })
    const other = await openOrganisation()
    const theirs = await aPatient(other)

    expect((await server.get(user, subscriberOf(nameless.id))).json()).toMatchObject({ subscriber: 'not_known', reason: 'no_nhs_number' })
    expect((await off.get(user, subscriberOf(patient.id))).json()).toMatchObject({ subscriber: 'not_known', reason: 'disabled' })
    expect((await server.get(await other.staff('User'), subscriberOf(theirs.id))).json()).toMatchObject({ reason: 'disabled' })
    expect((await off.get(user, '/api/tenants/tenant')).json()).toMatchObject({ pep: null })
    expect(pep.asked).toEqual([])
    expect((await events(ward, 'pepSubscriberRead')).map(({ detail }) => detail)).toEqual([{ isAsked: false }, { isAsked: false }])
  })

  test('a patient of another organisation or ward is not found, and nothing is asked (ORG-7, MEM-4)', async () => {
    const { ward, server, pep, ada } = await openWithPep()
    const other = await openOrganisation()
    const theirs = await aPatient(other)
    const user = await ward.staff('User')
    await ward.query(`update organisations set ward_access = 'assigned' where id = $1`, [ward.id])
    const { id: wardId } = (await server.post(ada, '/api/tenants/ward', { name: 'Ward 7' })).json<{ id: string }>()
    const elsewhere = await aPatient(ward, { wardId })

    expect((await server.get(user, subscriberOf(theirs.id))).statusCode).toBe(404)
    expect((await server.get(user, subscriberOf(elsewhere.id))).statusCode).toBe(404)
    expect((await server.get(ada, subscriberOf(elsewhere.id))).statusCode).toBe(200)
    expect(pep.asked).toHaveLength(1)
  })
})

describe('The PEP of the demonstration', () => {
  test('answers inside the process, and only in a demonstration (PEP-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const [demo, real] = [await appWith(ward, { PEP_LINKS: true }), await appWith(ward, { PEP_LINKS: true, DEMO: false })]
    await demo.put(ada, configOf(ward), { enabled: true, ...demonstrationPep, findsDepartments: true, findsClinics: true })

    expect((await demo.post(ada, testOf(ward))).json()).toMatchObject({ outcome: 'connected' })
    expect((await real.post(ada, testOf(ward))).json()).toMatchObject({ outcome: 'no_answer', reason: 'name_not_found' })
  })
})
