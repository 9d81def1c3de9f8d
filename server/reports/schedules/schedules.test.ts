import { describe, expect, test } from 'vitest'

import type { Report, ReportSchedule } from '#contract/reports.ts'
import { monthBefore, monthLabel } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { eventually, nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { forgetErrors } from '#test/logged-errors.ts'
import { openMailServer, withSmtp } from '#test/mail-server.ts'
import { aRequest } from '#test/requests.ts'
import { withoutPolicies } from '#test/without-policies.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { runReport } from '#server/reports/report.job.ts'
import { makeMonthlyReports } from './monthly-reports.job.ts'
import { findMailing, findRecipient, getSchedule, listSchedules, lockDueSchedules, setSchedule } from './schedules.sql.ts'
import { sendReportMail, sendReportMailJob } from './send-report-mail.job.ts'

const schedules = '/api/forms/report/schedule'
const reports = '/api/forms/report'
const kept = 'It was kept in the outbox of this system and not sent.'
const thisMonth = dateOf(new Date()).slice(0, 7)
/** The first day after this month. */
const nextFirst = dateOf(new Date(Date.parse(`${thisMonth}-28T12:00:00Z`) + 5 * 86_400_000)).slice(0, 7) + '-01'

const bodyFor = (ward: TestOrganisation, memberId: string, type = 'metrics') => ({ type, organisationId: ward.id, memberId })
const mails = ({ query, id }: TestOrganisation) =>
  query('select recipient, subject, body from outbox_messages where organisation_id = $1 order by created_at', [id])
const madeReports = async (member: { get: (url: string) => Promise<{ json: <T>() => T }> }) =>
  (await member.get(reports)).json<{ docs: Report[] }>().docs

describe('Scheduled reports', () => {
  test('the worker makes the report once a month and emails a link to the user, without a file and without figures (REP-1)', async () => {
    const ward = await openOrganisation()
    const [admin, ada] = [await systemAdministrator(), await ward.staff('Forms OrgAdmin', { firstName: 'Grace', lastName: 'Amari' })]
    await aRequest(ward, { createdAt: `${thisMonth}-01T10:00:00Z` })

    const created = await admin.post(schedules, bodyFor(ward, ada.id))
    expect(created.json()).toMatchObject({
      organisation: { id: ward.id },
      member: { id: ada.id, name: 'Grace Amari' },
      isActive: true,
      nextMonth: thisMonth,
      lastSentAt: null,
      createdBy: 'Ada Byron',
    })
    await makeMonthlyReports(stepsOf(ward))
    expect(await madeReports(ada), 'the month is not over').toEqual([])
    await makeMonthlyReports(stepsOf(ward), nextFirst)
    await makeMonthlyReports(stepsOf(ward), nextFirst)
    await ward.startWorkers()

    const [mail] = await eventually(async () => {
      const sent = await mails(ward)
      return sent.length > 0 && sent
    })
    const made = await madeReports(ada)
    expect(made).toEqual([expect.objectContaining({ month: thisMonth, status: 'completed', isScheduled: true, createdBy: null })])
    expect(mail).toMatchObject({ recipient: `${ada.id}@example.com`, subject: `Report for ${monthLabel(thisMonth)} (Formward)` })
    expect(mail!['body']).toContain(`/reports/${made[0]!.id}`)
    expect(mail!['body']).not.toMatch(/xlsx|median|rate/i)
    expect((await ada.get(`${reports}/${made[0]!.id}`)).statusCode, 'the link leads to a file that the user can download').toBe(200)
    const [schedule] = (await admin.get(schedules))
      .json<{ docs: ReportSchedule[] }>()
      .docs.filter(({ organisation }) => organisation.id === ward.id)
    expect(schedule, 'an email in the outbox has reached nobody').toMatchObject({
      nextMonth: nextFirst.slice(0, 7),
      lastSentAt: null,
      failure: kept,
    })
    const events = (await ward.auditTrail()).filter(({ event_type }) => /^report(Created|Mail|Schedule)/.test(event_type))
    expect(events.map(({ event_type, actor_id }) => [event_type, actor_id])).toEqual([
      ['reportScheduleCreated', admin.id],
      ['reportCreated', null],
      ['reportMailKept', null],
    ])
    expect(await mails(ward)).toHaveLength(1)
  })

  test('a report that could not be made is shown on its schedule until it is made (REP-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const { id } = (await ada.post(schedules, bodyFor(ward, ada.id))).json<ReportSchedule>()
    // Not queued, because workers of another test would create it too.
    const [report] = await ward.query(
      "insert into reports (organisation_id, type, month, schedule_id) values ($1, 'metrics', $2, $3) returning id",
      [ward.id, `${thisMonth}-01`, id],
    )
    const reportId = String(report!['id'])
    const failureOf = async () => (await ada.get(schedules)).json<{ docs: ReportSchedule[] }>().docs.find((one) => one.id === id)?.failure
    const steps = stepsOf(ward)
    let taken = 0
    const failing: typeof steps = {
      ...steps,
      step: (work) => (++taken === 2 ? Promise.reject(new Error('No space left')) : steps.step(work)),
    }

    await expect(runReport(failing, { reportId })).rejects.toThrow('No space left')

    const failure = `The report for ${monthLabel(thisMonth)} was not created. Formward tries again for 2 days. You can also run the report again.`
    expect(await failureOf()).toBe(failure)
    expect(await madeReports(ada)).toMatchObject([{ status: 'failed', failure }])
    await runReport(steps, { reportId })
    await sendReportMail(steps, { reportId })
    expect(await failureOf()).toBe(kept)
  })

  test('the email of a report counts as sent only if it left, and its schedule says when it did not (REP-1, AUD-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const { id } = (await ada.post(schedules, bodyFor(ward, ada.id))).json<ReportSchedule>()
    const [report] = await ward.query(
      "insert into reports (organisation_id, type, month, schedule_id, status, completed_at) values ($1, 'metrics', $2, $3, 'completed', now()) returning id",
      [ward.id, `${thisMonth}-01`, id],
    )
    const reportId = String(report!['id'])
    const shown = async () => (await ada.get(schedules)).json<{ docs: ReportSchedule[] }>().docs.find((one) => one.id === id)

    await sendReportMail(stepsOf(ward), { reportId })
    expect(await shown()).toMatchObject({ failure: kept, lastSentAt: null })

    const server = await openMailServer()
    await sendReportMail(stepsOf({ id: ward.id, services: withSmtp(ward.services, server.url) }), { reportId })
    await server.close()
    expect(server.received.join().replaceAll('=\r\n', '')).toContain(`/reports/${reportId}`)
    expect(await shown()).toMatchObject({ failure: '', lastSentAt: expect.any(String) })
    const events = (await ward.auditTrail()).filter(({ event_type }) => event_type.startsWith('reportMail'))
    expect(events.map(({ event_type }) => event_type)).toEqual(['reportMailKept', 'reportMailed'])
  })

  test('an email whose tries are used up after 2 days is shown on its schedule (REP-1, AUD-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const { id } = (await ada.post(schedules, bodyFor(ward, ada.id))).json<ReportSchedule>()
    const [report] = await ward.query(
      "insert into reports (organisation_id, type, month, schedule_id, status, completed_at) values ($1, 'metrics', $2, $3, 'completed', now()) returning id",
      [ward.id, `${thisMonth}-01`, id],
    )
    const queues = await ward.query("select retry_limit, retry_delay_max from pgboss.queue where name = 'send-report-mail'")
    expect(queues).toEqual([{ retry_limit: 200, retry_delay_max: 900 }])
    const shown = async () => (await ada.get(schedules)).json<{ docs: ReportSchedule[] }>().docs.find((one) => one.id === id)
    await ward.query(`alter table outbox_messages add constraint unusable check (organisation_id <> '${ward.id}') not valid`)
    const data = { reportId: report!['id'], organisationId: ward.id }
    await ward.services.boss.send(sendReportMailJob.name, data, { retryLimit: 0, group: { id: ward.id } })
    await ward.startWorkers()

    await eventually(async () => (await shown())?.failure)
    await ward.query('alter table outbox_messages drop constraint unusable')
    forgetErrors()

    expect(await shown()).toMatchObject({
      failure: 'The email could not be sent for 2 days. The log of the system says more.',
      lastSentAt: null,
    })
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'reportMailFailed')).toMatchObject([
      { subject_id: report!['id'], detail: { memberId: ada.id } },
    ])
  })

  test('a user who has left gets no report and no email, and the schedule says so and is off (REP-1)', async () => {
    const ward = await openOrganisation()
    const [admin, left, demoted, gone] = [
      await systemAdministrator(),
      await ward.staff('Forms OrgAdmin'),
      await ward.staff('Forms OrgAdmin'),
      await ward.staff('Forms OrgAdmin'),
    ]
    const ids = []
    for (const { id } of [left, demoted, gone]) ids.push((await admin.post(schedules, bodyFor(ward, id))).json<ReportSchedule>().id)
    await ward.query('update members set is_active = false where id = $1', [left.id])
    await ward.query("update members set role = 'Forms User' where id = $1", [demoted.id])

    await makeMonthlyReports(stepsOf(ward), nextFirst)
    const [report] = await ward.query('select id from reports where organisation_id = $1', [ward.id])
    await ward.query("update reports set status = 'completed' where organisation_id = $1", [ward.id])
    // The third user leaves after the report was started and before its email is sent.
    await ward.query('update members set is_active = false where id = $1', [gone.id])
    await sendReportMail(stepsOf(ward), { reportId: String(report!['id']) })

    const { docs } = (await admin.get(`${schedules}?filters[active]=false&limit=100`)).json<{ docs: ReportSchedule[] }>()
    expect(ids.map((id) => docs.find((one) => one.id === id)?.stopReason)).toEqual([
      'The user has left.',
      'The user can no longer open reports.',
      'The user has left.',
    ])
    expect(await mails(ward)).toEqual([])
    expect(await ward.query('select id from reports where organisation_id = $1', [ward.id])).toHaveLength(1)
    expect((await admin.patch(`${schedules}/${ids[0]}`, { isActive: true })).json()).toMatchObject({
      status: 409,
      detail: 'This user has left. Schedule the report for another user.',
    })
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'reportScheduleSwitchedOff')).toHaveLength(3)
  })

  test('a schedule can be switched off and on, and the months between get no report (REP-1)', async () => {
    const ward = await openOrganisation()
    const [admin, ada] = [await systemAdministrator(), await ward.staff('Forms OrgAdmin')]
    const { id } = (await admin.post(schedules, bodyFor(ward, ada.id))).json<ReportSchedule>()

    expect((await admin.patch(`${schedules}/${id}`, { isActive: false })).json()).toMatchObject({ isActive: false, nextMonth: null })
    await makeMonthlyReports(stepsOf(ward), nextFirst)
    expect(await madeReports(ada)).toEqual([])
    await ward.query("update report_schedules set done_month = '2020-01-01' where id = $1", [id])
    expect((await ada.patch(`${schedules}/${id}`, { isActive: true })).json()).toMatchObject({ isActive: true, nextMonth: thisMonth })
    await makeMonthlyReports(stepsOf(ward))

    expect(await madeReports(ada), 'nothing of the past is made up for').toEqual([])
    expect((await ward.auditTrail()).map(({ event_type, actor_id }) => [event_type, actor_id])).toEqual(
      expect.arrayContaining([
        ['reportScheduleSwitchedOff', admin.id],
        ['reportScheduleSwitchedOn', ada.id],
      ]),
    )
  })

  test('organisation and user are required, the user must be able to open reports, and organisations do not meet (REP-1, ORG-7)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const [admin, ada, user, stranger] = [
      await systemAdministrator(),
      await ward.staff('Forms OrgAdmin'),
      await ward.staff('User'),
      await other.staff('Forms OrgAdmin'),
    ]
    const { id } = (await ada.post(schedules, bodyFor(ward, ada.id))).json<ReportSchedule>()

    expect((await ada.post(schedules, { type: 'metrics' })).json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'organisationId', message: 'Organisation is required.' },
        { field: 'memberId', message: 'User is required.' },
      ],
    })
    expect((await admin.post(schedules, bodyFor(ward, user.id))).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'memberId', message: 'This user cannot open reports. Choose a Forms Admin.' }],
    })
    expect((await admin.post(schedules, bodyFor(ward, stranger.id))).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'memberId', message: 'User is not valid.' }],
    })
    expect((await admin.post(schedules, bodyFor(ward, ada.id))).statusCode, 'one schedule for each user and type').toBe(409)
    expect((await stranger.post(schedules, bodyFor(ward, ada.id))).statusCode).toBe(403)
    expect((await stranger.patch(`${schedules}/${id}`, { isActive: false })).statusCode).toBe(404)
    expect((await stranger.get(schedules)).json()).toMatchObject({ docs: [], totalDocs: 0 })
    for (const call of [user, await nobody()]) {
      expect((await call.post(schedules, bodyFor(ward, ada.id))).statusCode).toBe(401)
      expect((await call.get(schedules)).statusCode).toBe(401)
      expect((await call.patch(`${schedules}/${id}`, { isActive: false })).statusCode).toBe(401)
    }
    expect(monthBefore('2026-01')).toBe('2025-12')
  })

  test('the statements name their organisation, so that they keep it apart also where no policy does (REP-1, ORG-7)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const create = async (
      there: TestOrganisation,
      member: { id: string; post: (url: string, body: object) => Promise<{ json: <T>() => T }> },
    ) => (await member.post(schedules, bodyFor(there, member.id))).json<ReportSchedule>().id
    const [ada, stranger] = [await ward.staff('Forms OrgAdmin'), await other.staff('Forms OrgAdmin')]
    const [own, foreign] = [await create(ward, ada), await create(other, stranger)]
    const [report] = await other.query(
      "insert into reports (organisation_id, type, month, status, schedule_id) values ($1, 'metrics', '2026-06-01', 'completed', $2) returning id",
      [other.id, foreign],
    )

    await withoutPolicies(ward, async (ctx) => {
      expect((await listSchedules(ctx, { page: 1, limit: 10, filters: {} })).docs.map(({ id }) => id)).toEqual([own])
      await expect(getSchedule(ctx, foreign)).rejects.toMatchObject({ code: 'not_found' })
      expect(await findRecipient(ctx, stranger.id)).toBeUndefined()
      expect((await lockDueSchedules(ctx, '2099-01')).map(({ id }) => id)).toEqual([own])
      expect(await findMailing(ctx, String(report!['id']))).toBeUndefined()
      await setSchedule(ctx, foreign, { isActive: false })
    })

    expect(await other.query('select is_active from report_schedules where id = $1', [foreign])).toEqual([{ is_active: true }])
  })
})
