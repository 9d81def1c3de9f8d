import { describe, expect, test } from 'vitest'

import type { RequestGroupings } from '#contract/request-filters.ts'
import type { RequestSummary } from '#contract/request-records.ts'
import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

type List = { docs: RequestSummary[]; page: number; totalDocs: number; groupings: RequestGroupings }
type Reader = { get: (url: string) => Promise<{ json: () => List; statusCode: number }> }

const address = '/api/forms/request'
const list = async (reader: Reader, query = '') => (await reader.get(`${address}?${query}`)).json()
const idsOf = ({ docs }: List) => docs.map(({ id }) => id)

describe('GET /request', () => {
  test('the worklist shows a request with its patient, form, assignee and latest message (REQ-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User', { firstName: 'Helen', lastName: 'Marsh' })
    const patient = await aPatient(ward, { firstName: 'Zoë', lastName: "O'Brien" })
    const form = await aForm(ward, 'Pre-assessment')
    const { id } = await aRequest(ward, {
      patientId: patient.id,
      formId: form.id,
      assigneeId: clerk.id,
      specialty: '320',
      pathwayId: 'PW-1',
    })

    const { docs, page, totalDocs } = await list(clerk)

    expect({ page, totalDocs }).toEqual({ page: 1, totalDocs: 1 })
    expect(docs).toMatchObject([
      {
        id,
        status: 'unopened',
        patient: { id: patient.id, firstName: 'Zoë', lastName: "O'Brien", nhsNumber: patient.nhsNumber, dateOfBirth: '1961-03-09' },
        form: { id: form.id, title: 'Pre-assessment', version: 1 },
        assignee: { id: clerk.id, name: 'Helen Marsh' },
        specialty: '320',
        pathwayId: 'PW-1',
        notification: null,
      },
    ])
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(['formRequestList'])
  })

  test('pages follow each other without losing or repeating a request, and the total stays true (REQ-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const [patientId, formId] = [(await aPatient(ward)).id, (await aForm(ward)).id]
    const createdAt = new Date().toISOString() // all at the same moment: only the id keeps them in order
    for (let i = 0; i < 23; i++) await aRequest(ward, { patientId, formId, createdAt })

    const pages = [await list(clerk), await list(clerk, 'page=2'), await list(clerk, 'page=3'), await list(clerk, 'page=4')]

    expect(pages.map(({ docs }) => docs.length)).toEqual([10, 10, 3, 0])
    expect(pages.map(({ totalDocs }) => totalDocs)).toEqual([23, 23, 23, 23])
    expect(new Set(pages.flatMap(idsOf)).size).toBe(23)
    expect((await list(clerk, 'limit=100')).docs).toHaveLength(23)
  })

  test('the list is sorted by every column that can be, both ways, with blanks last (REQ-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const formId = (await aForm(ward)).id
    const of = async (lastName: string, day: number, more: object) =>
      (
        await aRequest(ward, {
          patientId: (await aPatient(ward, { lastName })).id,
          formId,
          createdAt: `2026-01-0${day}T10:00:00Z`,
          expiresAt: `2027-01-0${4 - day}T10:00:00Z`,
          ...more,
        })
      ).id
    const completed = { openedAt: '2026-02-01T10:00:00Z', completedAt: '2026-02-01T10:00:00Z' }
    const one = await of('Adams', 3, { status: 'completed', specialty: '300', location: 'Clinic', pathwayId: 'B', ...completed })
    const two = await of('Öberg', 1, { status: 'closed', specialty: '100', location: 'Ward', pathwayId: 'A' })
    const three = await of('zeta', 2, { status: 'opened', specialty: '200', location: 'Abbey', pathwayId: 'C' })

    const orders = {
      createdAt: [two, three, one],
      lastName: [one, two, three],
      status: [two, one, three],
      specialty: [two, three, one],
      location: [three, one, two],
      pathwayId: [two, one, three],
      expiresAt: [one, three, two],
    }
    for (const [sort, order] of Object.entries(orders)) {
      expect([sort, idsOf(await list(clerk, `sort=${sort}`))]).toEqual([sort, order])
      expect([sort, idsOf(await list(clerk, `sort=-${sort}`))]).toEqual([sort, order.toReversed()])
    }
    expect(idsOf(await list(clerk, 'sort=submittedAt'))[0]).toBe(one)
    expect(idsOf(await list(clerk, 'sort=-submittedAt'))[0]).toBe(one)
    await ward.query('update form_requests set is_urgent = true where id = $1', [two])
    expect(idsOf(await list(clerk, 'sort=-urgent')), 'urgent first, then the newest (REQ-8)').toEqual([two, one, three])
    expect(idsOf(await list(clerk, 'sort=urgent'))).toEqual([three, one, two])
    expect(idsOf(await list(clerk))).toEqual([one, three, two])
  })

  test('another organisation sees nothing of the list, its totals and its groupings (REQ-1, ORG-7)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const patient = await aPatient(ours, { lastName: 'Secret' })
    await aRequest(ours, { patientId: patient.id, specialty: '320', pathwayId: 'PW-9', location: 'Ward 4B' })

    const stranger = await theirs.staff()
    const { docs, totalDocs, groupings } = await list(stranger)

    expect({ docs, totalDocs }).toEqual({ docs: [], totalDocs: 0 })
    expect(groupings).toMatchObject({ specialty: [], formId: [], assignee: [], location: [], urgent: 0 })
    for (const search of ['secret', patient.nhsNumber, 'PW-9'])
      expect((await list(stranger, `filters[search]=${search}`)).totalDocs).toBe(0)
  })

  test('is refused without the permission (REQ-1, ROLE-4)', async () => {
    expect((await (await nobody()).get(address)).statusCode).toBe(401)
    expect((await (await systemAdministrator()).get(address)).statusCode).toBe(401)
  })

  test('an invalid parameter is refused with its name (REQ-1)', async () => {
    const clerk = await (await openOrganisation()).staff()
    const refusals = {
      'limit=201': 'query.limit',
      'page=0': 'query.page',
      'sort=name': 'query.sort',
      'filters[status]=lost': 'filters.status',
      'filters[formId]=7': 'filters.formId',
      'filters[createdFrom]=2026-02-30': 'filters.createdFrom',
    }
    for (const [query, field] of Object.entries(refusals)) {
      const response = await clerk.get(`${address}?${query}`)
      expect([query, response.statusCode]).toEqual([query, 400])
      expect([query, response.json().errors[0].field]).toEqual([query, field.replace('query.', '')])
    }
  })

  test('where wards are assigned, a member sees only the requests of patients on their wards (MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [nurse, admin] = [await ward.staff('User'), await ward.staff('Admin')]
    const [mine] = await ward.query(`insert into wards (organisation_id, name) values ($1, 'Ward 1') returning id`, [ward.id])
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, nurse.id, mine!['id']])
    const seen = await aRequest(ward, { patientId: (await aPatient(ward, { wardId: mine!['id'] as string })).id })
    const unseen = await aRequest(ward)

    expect(idsOf(await list(nurse))).toEqual([seen.id])
    expect((await list(nurse)).totalDocs).toBe(1)
    expect((await list(admin)).totalDocs).toBe(2)
    expect((await nurse.get(`${address}/${unseen.id}`)).statusCode).toBe(404)
    expect((await nurse.patch(`${address}/${unseen.id}/close`)).statusCode).toBe(404)
  })
})
