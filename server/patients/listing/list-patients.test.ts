import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'

const address = '/api/patients/patient'

async function hospital() {
  const ward = await openOrganisation()
  await aPatient(ward, {
    firstName: 'Zoë',
    lastName: "O'Brien",
    nhsNumber: '9990000158',
    dateOfBirth: '1950-01-02',
    localPatientId: 'RXX0001',
  })
  await aPatient(ward, {
    firstName: 'Hannah',
    lastName: 'Éclair',
    nhsNumber: '9990000255',
    dateOfBirth: '1980-05-06',
    localPatientId: '77001',
  })
  await aPatient(ward, {
    firstName: 'Anna',
    lastName: 'de Souza',
    nhsNumber: '9991000013',
    dateOfBirth: '1970-03-04',
    preferredMethod: 'email',
  })
  await aPatient(ward, { firstName: 'Old', lastName: 'Timer', archivedAt: '2026-01-01T00:00:00Z' })
  const ada = await ward.staff('User')
  const list = async (query = '') => (await ada.get(`${address}?${query}`)).json()
  const names = async (query: string) => (await list(query)).docs.map(({ lastName }: { lastName: string }) => lastName)
  return { ward, ada, list, names }
}

describe('GET /patient', () => {
  test('archived patients are hidden until they are requested, and the totals are right for both (PAT-1)', async () => {
    const { list, names, ada, ward } = await hospital()

    expect(await names('')).toEqual(['de Souza', 'Éclair', "O'Brien"])
    expect(await names('filters[archived]=true')).toEqual(['Timer'])
    expect([(await list('')).totalDocs, (await list('filters[archived]=true')).totalDocs]).toEqual([3, 1])

    const { docs } = await list('limit=1')
    await ada.delete(`${address}/${docs[0].id}`)
    expect([(await list('')).totalDocs, (await list('filters[archived]=true')).totalDocs]).toEqual([2, 2])
    expect((await ward.auditTrail())[0]).toMatchObject({ event_type: 'patientList', actor_id: ada.id })
  })

  test('sorting by name is by last name without accents, and every order can be reversed (PAT-1)', async () => {
    const { names } = await hospital()

    expect(await names('sort=lastName')).toEqual(['de Souza', 'Éclair', "O'Brien"])
    expect(await names('sort=-lastName')).toEqual(["O'Brien", 'Éclair', 'de Souza'])
    expect(await names('sort=dateOfBirth')).toEqual(["O'Brien", 'de Souza', 'Éclair'])
    expect(await names('sort=-nhsNumber')).toEqual(['de Souza', 'Éclair', "O'Brien"])
    expect(await names('sort=createdAt')).toEqual(["O'Brien", 'Éclair', 'de Souza'])
  })

  test('pages follow each other without a gap (PAT-1)', async () => {
    const { list } = await hospital()

    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`limit=1&page=${page}`)))

    expect(pages.flatMap(({ docs }) => docs.map(({ lastName }: { lastName: string }) => lastName))).toEqual([
      'de Souza',
      'Éclair',
      "O'Brien",
    ])
    expect(pages.map(({ page, totalDocs }) => [page, totalDocs])).toEqual([1, 2, 3, 4].map((page) => [page, 3]))
  })

  test('search finds a patient by any part of the name, the NHS number or the local ID, while typing (PAT-1, PAT-5)', async () => {
    const { names } = await hospital()
    const found = (search: string) => names(`filters[search]=${encodeURIComponent(search)}`)

    expect(await found('o')).toEqual(["O'Brien"])
    expect(await found('zo')).toEqual(["O'Brien"])
    expect(await found('so')).toEqual(['de Souza'])
    expect(await found('obr')).toEqual(["O'Brien"])
    expect(await found("zoe o'b")).toEqual(["O'Brien"])
    expect(await found('ann')).toEqual(['de Souza'])
    expect(await found('eclair')).toEqual(['Éclair'])
    expect(await found('an de')).toEqual(['de Souza'])
    expect(await found('999 000')).toEqual(['Éclair', "O'Brien"])
    expect(await found('999 100 0013')).toEqual(['de Souza'])
    expect(await found('rxx0')).toEqual(["O'Brien"])
    expect(await found('7700')).toEqual(['Éclair'])
    expect(await found('%%%')).toEqual([])
    expect(await found("'; --")).toEqual([])
  })

  test('filters narrow the list, and the total with it (PAT-1)', async () => {
    const { ward, list, names } = await hospital()
    const { docs } = await list('filters[search]=obrien')
    await aRequest(ward, { patientId: docs[0].id, status: 'opened' })
    await aRequest(ward, { patientId: docs[0].id, status: 'closed' })

    expect(await names('filters[method]=email')).toEqual(['de Souza'])
    expect(await list('filters[hasOpenRequest]=true')).toMatchObject({ totalDocs: 1, docs: [{ lastName: "O'Brien", openRequests: 1 }] })
    expect(await names('filters[hasOpenRequest]=false')).toEqual(['de Souza', 'Éclair'])
    expect(await names('filters[sex][]=male&filters[sex][]=female')).toEqual([])
  })
})
