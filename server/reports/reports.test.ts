import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'

import type { Report } from '#contract/reports.ts'
import { dateOf } from '#domain/moments.ts'
import { eventually, nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { sendWaitingListCheck } from '#test/waiting-list.ts'
import { withoutPolicies } from '#test/without-policies.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { metricsSheets } from './metrics-sheets.ts'
import { findMonthSheets, insertMonthSheets } from './report-months.sql.ts'
import { runReport } from './report.job.ts'
import { makeMonthlyReports } from './schedules/monthly-reports.job.ts'

const reports = '/api/forms/report'
type Member = Awaited<ReturnType<TestOrganisation['staff']>>

/**
 * June 2026: two requests, one of them answered after 3 hours; one more, created a minute before the month began, answered in it after 480
 * hours. Times to complete are counted from the send date.
 */
async function aMonth(ward: TestOrganisation) {
  const form = await aForm(ward, 'Waiting list check')
  const { id: patientId, nhsNumber } = await aPatient(ward)
  const seed = { patientId, formId: form.id, specialty: '320' }
  const answered = { status: 'completed', location: 'Ward 7' } as const
  await aRequest(ward, { ...seed, ...answered, createdAt: '2026-06-10T09:00:00Z', completedAt: '2026-06-10T12:00:00Z' })
  await aRequest(ward, { ...seed, createdAt: '2026-06-30T22:59:00Z', method: 'email', isUrgent: true })
  const { id: otherFormId } = await aForm(ward, 'Waiting list check')
  await aRequest(ward, {
    ...seed,
    ...answered,
    formId: otherFormId,
    createdAt: '2026-05-31T22:59:00Z',
    completedAt: '2026-06-20T22:59:00Z',
  })
  await ward.query("insert into outcomes (organisation_id, name, position) values ($1, 'Advice given', 1)", [ward.id])
  await ward.query(
    `update form_requests r set outcome_id = o.id, outcome_name = 'Its name of then' from outcomes o
     where r.organisation_id = $1 and o.organisation_id = $1 and r.status = 'completed'`,
    [ward.id],
  )
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
    expect(figures.get('Of these, answered by the end of the month')).toBe(1)
    expect(figures.get('Of these, urgent')).toBe(1)
    expect(figures.get('Median hours to complete')).toBe(241.5)
    expect(figures.get('Response rate, %')).toBe(50)
    expect(figures.get('Answers received')).toBe(2)
    expect(figures.get('90th percentile of hours to complete')).toBeCloseTo(432.3, 1)
    expect(tabs.map(({ sheet }) => sheet)).toEqual([
      'Summary',
      'About this report',
      'By form',
      'By specialty',
      'By location',
      'By method',
      'By outcome',
      'By status',
      'By day',
      'Waiting list',
      'Messages',
      'Messages by day',
    ])
    const sheet = (name: string) => tabs.find((tab) => tab.sheet === name)?.data
    const headers = [
      'Created',
      'Answered by the end of the month',
      'Response rate, %',
      'Answers received',
      'Median hours to complete',
      '90th percentile of hours to complete',
    ]
    expect(sheet('By method')).toEqual([
      ['Method', ...headers],
      ['Email', 1, 0, 0, 0, null, null],
      ['SMS', 1, 1, 100, 2, 241.5, 432.3],
    ])
    expect(sheet('By location')?.slice(1)).toEqual([
      ['None', 1, 0, 0, 0, null, null],
      ['Ward 7', 1, 1, 100, 2, 241.5, 432.3],
    ])
    expect(sheet('By outcome')?.slice(1), 'by the name of the outcome').toEqual([
      ['None', 1, 0, 0, 0, null, null],
      ['Advice given', 1, 1, 100, 2, 241.5, 432.3],
    ])
    expect(sheet('By specialty')?.[1]?.[0]).toBe('320 Cardiology')
    const byForm = sheet('By form')!
      .slice(1)
      .map(([name, created]) => [name, created])
    expect(
      byForm.toSorted(([, one], [, other]) => Number(one) - Number(other)),
      'two forms with one title',
    ).toEqual([
      ['Waiting list check', 0],
      ['Waiting list check', 2],
    ])
    const days = sheet('By day')!.slice(1)
    expect(days, 'every day of the month').toHaveLength(30)
    expect(days.filter(([, , , , received]) => Number(received) > 0).map(([day]) => new Date(String(day)).getUTCDate())).toEqual([10, 20])
    const about = new Map(sheet('About this report')?.map(([name, value]) => [name, value]))
    for (const header of headers) expect(about.get(header), header).toMatch(/\.$/)
    expect(about.get('Month')).toBe('June 2026')
    expect(about.get('Counted')).toMatch(/^\d\d-\w{3}-\d{4} \d\d:\d\d \(UK time\)$/)
    expect(about.get('File created')).toBeTruthy()
    expect(JSON.stringify(tabs)).not.toContain(nhsNumber)
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(['reportCreated', 'reportList', 'reportDownloaded']),
    )
  })

  test('the metrics of a month count its messages by method, status and reason, with fragments and price (REP-1, NOT-8)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const { id } = await aRequest(ward)
    const add = (createdAt: string, status: string, reason: string | null, fragments: number | null) =>
      ward.query(
        `insert into notifications (organisation_id, request_id, category, method, status, reason_code, fragments, price, created_at)
         values ($1, $2, 'request_created', 'sms', $3, $4, $5::integer, $5 * 2.41, $6)`,
        [ward.id, id, status, reason, fragments, createdAt],
      )
    await add('2026-05-31T23:00:00Z', 'delivered', null, 2)
    await add('2026-06-10T10:00:00Z', 'delivered', null, 1)
    await add('2026-06-30T22:59:00Z', 'failed', 'opted_out', null)
    await add('2026-06-30T23:00:00Z', 'delivered', null, 1)
    await ward.startWorkers()

    const { tabs } = await made(ada, { type: 'metrics', organisationId: ward.id, month: '2026-06' })

    const sheet = (name: string) => tabs.find((tab) => tab.sheet === name)?.data
    expect(sheet('Messages')).toEqual([
      ['Month', 'Sent by', 'Status', 'Reason', 'Messages', 'SMS fragments', 'Price, £'],
      ['2026-06', 'SMS', 'Delivered', null, 2, 3, 0.0723],
      ['2026-06', 'SMS', 'Not delivered', 'Patient opted out', 1, 0, 0],
    ])
    expect(sheet('Messages by day')?.map((row) => row.slice(1))).toEqual([
      ['Status', 'Messages', 'SMS fragments', 'Price, £'],
      ['Delivered', 1, 2, 0.0482],
      ['Delivered', 1, 1, 0.0241],
      ['Not delivered', 1, 0, 0],
    ])
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

  test('a report of a month that is over is equal cell by cell when it is made again, whatever happened in between (REP-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    await aMonth(ward)
    await sendWaitingListCheck(ward)
    await ward.query(
      `insert into notifications (organisation_id, request_id, category, method, status, created_at)
       select organisation_id, id, 'request_created', 'sms', 'sent', '2026-06-10T09:00:00Z' from form_requests where organisation_id = $1`,
      [ward.id],
    )
    await ward.startWorkers()
    const body = { type: 'metrics', organisationId: ward.id, month: '2026-06' }
    const first = await made(ada, body)

    // Everything that the report counts changes, and a row is added that belongs to the month.
    await ward.query(
      `update form_requests set status = 'closed', closed_at = now(), is_urgent = true, specialty = '100',
         location = 'Elsewhere', outcome_id = null, outcome_name = null, completed_at = coalesce(completed_at, '2026-06-30T22:59:30Z') where organisation_id = $1`,
      [ward.id],
    )
    await ward.query("update forms set title = 'Another title' where organisation_id = $1", [ward.id])
    await ward.query("update outcomes set name = 'Another name' where organisation_id = $1", [ward.id])
    await ward.query("update notifications set status = 'failed' where organisation_id = $1", [ward.id])
    await ward.query("update organisations set name = 'Another organisation' where id = $1", [ward.id])
    await aRequest(ward, { createdAt: '2026-06-11T09:00:00Z' })
    const again = await made(ada, body)
    const other = await made(ada, { ...body, month: dateOf(new Date()).slice(0, 7) })
    await sendWaitingListCheck(ward)
    const otherAgain = await made(ada, { ...body, month: dateOf(new Date()).slice(0, 7) })

    const cells = ({ tabs }: typeof first) =>
      tabs.map(({ sheet, data }) => ({ sheet, data: data.filter(([name]) => name !== 'File created') }))
    expect(again.created.id).not.toBe(first.created.id)
    expect(cells(again)).toEqual(cells(first))
    expect(cells(first).some(({ data }) => JSON.stringify(data).includes('Ward 7'))).toBe(true)
    expect(cells(otherAgain), 'a month that is not over is counted again').not.toEqual(cells(other))
  })

  test('the worker counts a month in the night after it ends, so that a report made later has the figures of that night (REP-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    await aMonth(ward)
    await makeMonthlyReports(stepsOf(ward), '2026-07-01')
    await aRequest(ward, { createdAt: '2026-06-11T09:00:00Z' })
    await ward.startWorkers()

    const { tabs } = await made(ada, { type: 'metrics', organisationId: ward.id, month: '2026-06' })

    expect(new Map(tabs[0]?.data.map(([name, value]) => [name, value])).get('Form requests created')).toBe(2)
  })

  test('two runs that count a month at once give the same figures (REP-1)', async () => {
    const ward = await openOrganisation()
    await aMonth(ward)
    const count = () => metricsSheets(stepsOf(ward), '2026-06')

    const [one, other] = await Promise.all([count(), count()])

    expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)))
    expect(await ward.query('select month from report_months where organisation_id = $1', [ward.id])).toHaveLength(1)
  })

  test('the stored figures of a month are those of the organisation, also where no policy keeps organisations apart (REP-1, ORG-7)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const store = (there: TestOrganisation, name: string) =>
      withoutPolicies(there, (ctx) => insertMonthSheets(ctx, '2026-06', [{ name, columns: [], rows: [] }]))
    const read = (there: TestOrganisation) => withoutPolicies(there, (ctx) => findMonthSheets(ctx, '2026-06'))
    await store(other, 'Theirs')

    expect(await read(ward)).toBeUndefined()
    await store(ward, 'Ours')
    expect([await read(ward), await read(other)]).toMatchObject([[{ name: 'Ours' }], [{ name: 'Theirs' }]])
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
      errors: [{ field: 'month', message: 'Month is not valid.' }],
    })
    expect((await ada.post(reports, { ...body, month: '2099-01' })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'month', message: 'Month must not be in the future.' }],
    })
    expect((await ada.post(reports, { ...body, month: '', organisationId: 'nowhere' })).json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'organisationId', message: 'Organisation is not valid.' },
        { field: 'month', message: 'Month is required.' },
      ],
    })
    expect((await ada.get(`${reports}?filters[month]=2026-13&filters[organisationId]=nowhere`)).json()).toMatchObject({
      errors: [{ message: 'Organisation is not valid.' }, { message: 'Month is not valid.' }],
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
