import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import type { Report } from '#contract/reports.ts'
import { eventually, nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { runReport } from './report.job.ts'

const reports = '/api/forms/report'
type Member = Awaited<ReturnType<TestOrganisation['staff']>>

/** June 2026: two requests, one of them answered after three hours; one more a minute before the month began. */
async function aMonth(ward: TestOrganisation) {
  const form = await aForm(ward, 'Waiting list check')
  const { id: patientId, nhsNumber } = await aPatient(ward)
  const seed = { patientId, formId: form.id, specialty: '320' }
  await aRequest(ward, { ...seed, createdAt: '2026-06-10T09:00:00Z', completedAt: '2026-06-10T12:00:00Z', status: 'completed' })
  await aRequest(ward, { ...seed, createdAt: '2026-06-30T22:59:00Z', method: 'email', isUrgent: true })
  await aRequest(ward, { ...seed, createdAt: '2026-05-31T22:59:00Z' })
  return { nhsNumber }
}

const finished = (member: Pick<Member, 'get'>, id: string) =>
  eventually(async () => {
    const { docs } = (await member.get(reports)).json<{ docs: Report[] }>()
    const report = docs.find((one) => one.id === id)
    return report && ['completed', 'failed'].includes(report.status) && report
  })

async function made(member: Member, body: object) {
  const created = (await member.post(reports, body)).json<Report>()
  const report = await finished(member, created.id)
  const file = await member.get(`${reports}/${created.id}`)
  return { created, report, file, tabs: await readExcelFile(file.rawPayload) }
}

describe('Reports', () => {
  test('the metrics of a month are calculated for the organisation, in its time zone, and name nobody (REP-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const { nhsNumber } = await aMonth(ward)
    await ward.startWorkers()

    const { created, report, file, tabs } = await made(ada, { type: 'metrics', organisationId: ward.id, month: '2026-06' })

    expect(created).toMatchObject({ type: 'metrics', month: '2026-06', organisation: { id: ward.id }, createdBy: 'Ada Byron', failure: '' })
    expect(report).toMatchObject({ status: 'completed', completedAt: expect.any(String) })
    expect(file.headers['content-disposition']).toBe(`attachment; filename="system-report-${created.id}.xlsx"`)
    const figures = new Map(tabs[0]?.data.map(([name, value]) => [name, value]))
    expect(figures.get('Form requests created')).toBe(2)
    expect(figures.get('Of these, answered so far')).toBe(1)
    expect(figures.get('Of these, urgent')).toBe(1)
    expect(figures.get('Median hours from creation to answer')).toBe(3)
    expect(tabs.map(({ sheet }) => sheet)).toEqual(['Summary', 'By status', 'By method', 'By form', 'By specialty', 'By day'])
    expect(tabs[2]?.data).toEqual([
      ['Method', 'Created', 'Answered', 'Answered, %'],
      ['Email', 1, 0, 0],
      ['SMS', 1, 1, 100],
    ])
    expect(JSON.stringify(tabs)).not.toContain(nhsNumber)
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(['reportCreated', 'reportList', 'reportDownloaded']),
    )
  })

  test('a system administrator requests reports of any organisation and lists them all, and the log of that organisation records it (REP-1)', async () => {
    const ward = await openOrganisation()
    const admin = await systemAdministrator()
    const { nhsNumber } = await aMonth(ward)
    await ward.startWorkers()

    const { created, tabs } = await made(admin, { type: 'form_requests', organisationId: ward.id, month: '2026-06' })

    expect(tabs[0]?.data).toHaveLength(3)
    expect(JSON.stringify(tabs)).not.toContain(nhsNumber)
    expect((await admin.get(`${reports}?filters[organisationId]=${ward.id}&filters[month]=2026-06&sort=-month`)).json()).toMatchObject({
      docs: [{ id: created.id, createdBy: 'Ada Byron' }],
      totalDocs: 1,
    })
    const events = (await ward.auditTrail()).map(({ event_type, actor_id }) => [event_type, actor_id])
    expect(events).toEqual([
      ['reportCreated', admin.id],
      ['reportDownloaded', admin.id],
    ])
  })

  test('a failed report says why and can be run again, and a finished one cannot (REP-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const [{ id } = {}] = await ward.query(
      "insert into reports (organisation_id, type, month, status, failure) values ($1, 'metrics', '2026-05-01', 'failed', 'Because') returning id",
      [ward.id],
    )
    expect((await ada.get(`${reports}?filters[status]=failed`)).json()).toMatchObject({ docs: [{ id, failure: 'Because' }] })
    expect((await ada.get(`${reports}/${String(id)}`)).statusCode).toBe(404)

    const again = await ada.post(`${reports}/${String(id)}/run`)
    await runReport(stepsOf(ward), { reportId: String(id) })

    expect(again.json()).toMatchObject({ status: 'created', failure: '' })
    expect(await finished(ada, String(id))).toMatchObject({ status: 'completed' })
    expect((await ada.post(`${reports}/${String(id)}/run`)).json()).toMatchObject({
      status: 409,
      detail: 'You can only run a failed report again.',
    })
  })

  test('organisation and month are required, and only the member’s own organisation is allowed (REP-1)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const [ada, user, stranger, admin] = [
      await ward.staff('Forms OrgAdmin'),
      await ward.staff('User'),
      await other.staff('Forms OrgAdmin'),
      await systemAdministrator(),
    ]
    const body = { type: 'metrics', organisationId: ward.id, month: '2026-06' }
    const { id } = (await ada.post(reports, body)).json<Report>()

    expect((await ada.post(reports, {})).json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'type', message: 'Report type is required.' },
        { field: 'organisationId', message: 'Organisation is required.' },
        { field: 'month', message: 'Month is required.' },
      ],
    })
    expect((await ada.post(reports, { ...body, month: '2026-13' })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'month', message: 'Month must be a year and a month, such as 2026-10.' }],
    })
    expect((await ada.post(reports, { ...body, month: '2099-01' })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'month', message: 'Month must not be in the future.' }],
    })
    expect((await ada.post(reports, { ...body, organisationId: other.id })).statusCode).toBe(403)
    const nowhere = { ...body, organisationId: '00000000-0000-0000-0000-000000000000' }
    expect((await admin.post(reports, nowhere)).json()).toMatchObject({ status: 400, errors: [{ field: 'organisationId' }] })
    for (const call of [user, await nobody()]) {
      expect((await call.post(reports, body)).statusCode).toBe(401)
      expect((await call.get(reports)).statusCode).toBe(401)
      expect((await call.get(`${reports}/${id}`)).statusCode).toBe(401)
      expect((await call.post(`${reports}/${id}/run`)).statusCode).toBe(401)
    }
    expect((await stranger.get(`${reports}/${id}`)).statusCode).toBe(404)
    expect((await stranger.post(`${reports}/${id}/run`)).statusCode).toBe(404)
    expect((await stranger.get(reports)).json()).toEqual({ docs: [], page: 1, totalDocs: 0 })
  })
})
