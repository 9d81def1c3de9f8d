import { describe, expect, test } from 'vitest'

import { goodRow, importFile, imports, xlsx } from './import-file.ts'
import { openOrganisation } from './organisation.ts'
import { aForm } from './requests.ts'

const waiting = /^You already have \d+ .+\. Wait until 1 has finished, then try again\.$/

describe('Limits for each member', () => {
  test('one member has 3 exports in progress, and waits for the fourth; a colleague is not held up (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const [ada, grace] = [await ward.staff(), await ward.staff()]

    const answers = await Promise.all(Array.from({ length: 5 }, () => ada.post('/api/forms/request/export', {})))

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json().detail).toMatch(waiting)
    expect((await grace.post('/api/forms/request/export', {})).statusCode).toBe(200)
    await ward.query("update export_jobs set status = 'completed' where organisation_id = $1", [ward.id])
    expect((await ada.post('/api/forms/request/export', {})).statusCode).toBe(200)
  })

  test('one member has a year of reports in progress, and waits for the thirteenth (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const ask = () => ada.post('/api/forms/report', { type: 'metrics', organisationId: ward.id, month: '2026-06' })

    const answers = await Promise.all(Array.from({ length: 14 }, ask))

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(12)
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json().detail).toMatch(waiting)
  })

  test('one member has 3 spreadsheets being checked, and waits for the fourth (SAFE-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const file = await importFile([goodRow((await aForm(ward)).title)])
    const upload = () => ada.put(imports, file, xlsx)
    for (let n = 0; n < 3; n++) expect((await upload()).statusCode).toBe(200)

    const fourth = await upload()

    expect([fourth.statusCode, fourth.json().detail]).toEqual([409, expect.stringMatching(waiting)])
  })

  test('two colleagues who create the same person at the same moment do not create two (PAT-4)', async () => {
    const ward = await openOrganisation()
    const colleagues = await Promise.all([ward.staff(), ward.staff(), ward.staff(), ward.staff()])
    const person = { firstName: 'Rosalind', lastName: 'Franklin', dateOfBirth: '1960-07-25', address: { postcode: 'ZZ99 3VZ' } }
    // Each slipped in another one of the four that are compared.
    const typed = [person, person, { ...person, lastName: 'Franklyn' }, { ...person, address: { postcode: 'ZZ99 3WZ' } }]

    const answers = await Promise.all(typed.map((one, n) => colleagues[n]!.post('/api/patients/patient', one)))

    const made = await ward.query('select last_name, postcode from patients where organisation_id = $1', [ward.id])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(made.length)
    // The two that differ from one another in two of four are different people to the comparison.
    expect(made.length).toBeLessThanOrEqual(2)
    expect(made.filter((one) => one['last_name'] === 'Franklin' && one['postcode'] === 'ZZ99 3VZ').length).toBeLessThanOrEqual(1)
  })
})
