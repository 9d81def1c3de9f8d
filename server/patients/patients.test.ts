import { describe, expect, test } from 'vitest'

import { nextNhsNumber, nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'

const address = '/api/patients/patient'

describe('GET /patient?id= and GET /patient?nhsNumber=', () => {
  test('a patient is read by id and by NHS number, however it is spaced, and the log has who viewed it (PAT-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('User')
    const { id, nhsNumber } = await aPatient(ward, { firstName: 'Grace', lastName: 'Hopper' })

    const byId = await ada.get(`${address}?id=${id}`)
    const byNumber = await ada.get(`${address}?nhsNumber=${nhsNumber!.slice(0, 3)}%20${nhsNumber!.slice(3)}`)

    expect(byId.json()).toMatchObject({
      id,
      nhsNumber,
      fullName: 'Grace Hopper',
      dateOfBirth: '1961-03-09',
      archived: false,
      openRequests: 0,
    })
    expect(byNumber.json()).toEqual(byId.json())
    const looked = { event_type: 'patientRead', actor_id: ada.id, subject_id: id, patient_id: id }
    expect(await ward.auditTrail()).toMatchObject([looked, looked])
  })

  test('an organisation’s details of a patient are visible to that organisation only (PAT-3)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, eve] = [await ours.staff('User'), await theirs.staff('User')]
    const nhsNumber = nextNhsNumber()
    const ourPatient = await aPatient(ours, { nhsNumber })
    const theirPatient = await aPatient(theirs, { nhsNumber })

    expect((await ada.get(`${address}?nhsNumber=${nhsNumber}`)).json()).toMatchObject({ id: ourPatient.id })
    expect((await eve.get(`${address}?nhsNumber=${nhsNumber}`)).json()).toMatchObject({ id: theirPatient.id })
    expect((await eve.get(`${address}?id=${ourPatient.id}`)).statusCode).toBe(404)
    expect((await eve.get(address)).json()).toMatchObject({ totalDocs: 1, docs: [{ id: theirPatient.id }] })
    expect((await eve.get(`${address}?filters[search]=hopp`)).json()).toMatchObject({ totalDocs: 1, docs: [{ id: theirPatient.id }] })
    expect((await eve.patch(`${address}/${ourPatient.id}`, { firstName: 'Eve' })).statusCode).toBe(404)
    expect((await eve.delete(`${address}/${ourPatient.id}`)).statusCode).toBe(404)
  })

  test('is refused without the permission (PAT-1)', async () => {
    const ward = await openOrganisation()
    const { id } = await aPatient(ward)

    for (const one of [await nobody(), await systemAdministrator()])
      for (const response of [
        await one.get(address),
        await one.get(`${address}?id=${id}`),
        await one.get(`${address}?nhsNumber=9990000018`),
        await one.post(address, {}),
        await one.patch(`${address}/${id}`, {}),
        await one.delete(`${address}/${id}`),
      ])
        expect(response.statusCode).toBe(401)
  })

  test('invalid parameters are refused by name (PAT-1)', async () => {
    const ada = await (await openOrganisation()).staff('User')

    const refusals = await Promise.all(
      ['?id=7', '?limit=1000', '?page=0', '?sort=shoeSize', '?filters[sex]=other'].map((query) => ada.get(`${address}${query}`)),
    )

    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400])
    expect(refusals.map((refusal) => refusal.json().errors[0].field)).toEqual(['id', 'limit', 'page', 'sort', 'filters.sex'])
    expect((await ada.get(`${address}?id=00000000-0000-4000-8000-000000000000`)).statusCode).toBe(404)
    expect((await ada.get(`${address}?nhsNumber=9990000018`)).statusCode).toBe(404)
  })
})
