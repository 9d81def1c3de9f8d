import qs from 'qs'
import { describe, expect, test } from 'vitest'

import type { RouteResponse } from '#contract/route.ts'
import type { dashboard } from '#contract/worklist.ts'
import { notificationMethods } from '#domain/notification.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { collectPlans } from '#test/collect-plans.ts'
import { eventually, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { testServer } from '#test/test-server.ts'

import { readResponses } from './read-responses.ts'

type Responses = RouteResponse<typeof dashboard.responses>
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
type Filters = { formId?: string; specialty?: string; wardId?: string }
const address = (query: object) => `/api/forms/dashboard/responses?${qs.stringify(query)}`
/** Five days in the middle of which the clocks go back. */
const period = { from: '2026-10-23', to: '2026-10-27' }
const before = { from: '2026-10-18', to: '2026-10-22' }

/** Form requests of two forms, three specialties, two wards and none, on 14 days around two periods of five. */
async function openPeriods() {
  const ward = await openOrganisation({ wardAccess: 'assigned' })
  const [north, south] = (
    await ward.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [ward.id])
  ).map(({ id }) => String(id))
  const forms = [(await aForm(ward)).id, (await aForm(ward)).id]
  const patients = [await aPatient(ward, { wardId: north! }), await aPatient(ward, { wardId: south! }), await aPatient(ward)]
  // Half past eleven at night by Greenwich is the next day in London until 25 October.
  const at = (n: number) => new Date(Date.parse('2026-10-15T23:30:00Z') + n * 5.5 * 3_600_000)
  for (let n = 0; n < 60; n++) {
    const completedAt = n % 3 ? new Date(at(n).getTime() + ((n % 7) + 1) * 9 * 3_600_000).toISOString() : null
    const { id } = await aRequest(ward, {
      patientId: patients[n % 3]!.id,
      formId: forms[n % 2]!,
      specialty: ['', '100', '320'][n % 5 > 2 ? 2 : n % 3]!,
      method: notificationMethods[n % 3 ? 0 : 1],
      status: completedAt ? 'completed' : requestStatuses[n % 2]!,
      isUrgent: n % 4 === 0,
      createdAt: at(n).toISOString(),
      completedAt,
    })
    if (n % 6 === 0)
      await ward.query(
        `insert into notifications (organisation_id, request_id, category, method, status) values ($1, $2, 'request_created', 'sms', 'failed')`,
        [ward.id, id],
      )
  }
  return { ward, forms, north: north!, south: south! }
}

/** Compares every figure with the total of the list that it opens. Returns the figures. */
async function compareWithLists(staff: Staff, filters: Filters) {
  const responses = (await staff.get(address({ ...period, filters }))).json<Responses>()
  const totalOf = async (list: object) =>
    (await staff.get(`/api/forms/request?${qs.stringify({ filters: { ...filters, ...list } })}`)).json<{ totalDocs: number }>().totalDocs
  const listsOf = ({ from, to }: { from: string; to: string }) => ({
    created: { createdFrom: from, createdTo: to },
    completed: { submittedFrom: from, submittedTo: to },
    answered: { createdFrom: from, createdTo: to, submittedTo: to },
    urgent: { createdFrom: from, createdTo: to, urgent: true },
    notReached: { createdFrom: from, createdTo: to, notReached: true },
  })
  const expectTotals = async (what: string, figures: object, lists: Record<string, object>) => {
    for (const [name, list] of Object.entries(lists))
      expect([what, name, figures[name as keyof typeof figures]]).toEqual([what, name, await totalOf(list)])
  }
  await expectTotals('the period', responses.figures, listsOf(period))
  await expectTotals('the period before', responses.before, listsOf(before))
  for (const row of responses.byMethod)
    for (const [figures, days] of [
      [row, period],
      [row.before, before],
    ] as const) {
      const { created, answered } = listsOf(days)
      const { method } = row
      await expectTotals(method, figures, { created: { ...created, method }, answered: { ...answered, method } })
    }
  for (const span of responses.spans)
    for (const point of [span, span.before]) {
      const { created, completed } = listsOf(point)
      await expectTotals(point.from, point, { created, completed })
    }
  return responses
}

describe('GET /dashboard/responses', () => {
  test('every figure is the total of the list that it opens, with any filters and in the period before (REP-2)', async () => {
    const { ward, forms, north } = await openPeriods()
    const me = await ward.staff('Admin')

    const all = await compareWithLists(me, {})
    expect(all.by).toBe('day')
    expect(all.spans.map(({ from }) => from)).toEqual(['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'])
    expect(all.spans.map((span) => span.before.from)).toEqual(['2026-10-18', '2026-10-19', '2026-10-20', '2026-10-21', '2026-10-22'])
    expect(all.before).toMatchObject(before)
    for (const figures of [all.figures, all.before]) expect(Object.values(figures), JSON.stringify(figures)).not.toContain(0)
    expect(all.figures.answered, 'some are answered after the period').toBeLessThan(all.figures.completed)

    await compareWithLists(me, { formId: forms[0]! })
    await compareWithLists(me, { specialty: '320' })
    await compareWithLists(me, { wardId: north })
    await compareWithLists(me, { wardId: 'none' })
    const narrow = await compareWithLists(me, { formId: forms[1]!, specialty: '320', wardId: north })
    expect(narrow.figures.created).toBeGreaterThan(0)
    expect(narrow.figures.created).toBeLessThan(all.figures.created)
  })

  test('the median is from the send date to completion, of the form requests completed in each period (REP-2)', async () => {
    const ward = await openOrganisation()
    const me = await ward.staff()
    const completed = (sendAt: string, hours: number) =>
      aRequest(ward, {
        status: 'completed',
        createdAt: '2026-10-01T09:00:00Z',
        sendAt,
        completedAt: new Date(Date.parse(sendAt) + hours * 3_600_000).toISOString(),
      })
    for (const hours of [2, 4, 48]) await completed('2026-10-23T09:00:00Z', hours)
    for (const hours of [10, 20]) await completed('2026-10-19T09:00:00Z', hours)

    const { figures, before: then } = (await me.get(address(period))).json<Responses>()

    expect([figures.medianHours, then.medianHours]).toEqual([4, 15])
  })

  test('answers that came before the send date took no time (REP-2)', async () => {
    const ward = await openOrganisation()
    const completedAt = '2026-10-23T09:00:00Z'
    await aRequest(ward, { status: 'completed', createdAt: '2026-10-22T09:00:00Z', sendAt: '2026-11-23T09:00:00Z', completedAt })

    const { figures } = (await (await ward.staff()).get(address(period))).json<Responses>()

    expect(figures.medianHours).toBe(0)
  })

  test('a user who is limited to wards sees the figures of these wards, whatever ward is chosen (REP-2, MEM-4)', async () => {
    const { ward, north, south } = await openPeriods()
    const clerk = await ward.staff('User')
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, clerk.id, north])
    const admin = await ward.staff('Admin')

    const own = await compareWithLists(clerk, {})
    const all = (await admin.get(address({ ...period, filters: { wardId: north } }))).json<Responses>()
    expect({ ...own, wards: [] }).toEqual({ ...all, wards: [] })
    expect([own.wards, all.wards].map((wards) => wards.map(({ name }) => name))).toEqual([['North'], ['North', 'South']])
    expect((await compareWithLists(clerk, { wardId: south })).figures).toMatchObject({ created: 0, completed: 0, medianHours: null })
  })

  test('a period without form requests has zeros, no method and no median (REP-2)', async () => {
    const { ward } = await openPeriods()
    const me = await ward.staff()

    const year = { from: '2024-01-01', to: '2024-12-31' }
    const { figures, byMethod, by, spans } = (await me.get(address(year))).json<Responses>()

    expect(figures).toEqual({ created: 0, completed: 0, answered: 0, urgent: 0, notReached: 0, medianHours: null })
    expect(byMethod).toEqual([])
    expect([by, spans.length]).toEqual(['week', 53])
  })

  test('only days in order and at most five years are a period (REP-2)', async () => {
    const me = await (await openOrganisation()).staff()

    const fieldsOf = async (query: object) => {
      const answer = await me.get(address(query))
      return [answer.statusCode, answer.json<{ errors?: { field: string; message: string }[] }>().errors?.map(({ message }) => message)]
    }
    expect(await fieldsOf({ from: '2026-10-27', to: '2026-10-26' })).toEqual([400, ['The last day is before the first day.']])
    expect(await fieldsOf({ from: '2021-10-26', to: '2026-10-26' })).toEqual([400, ['The period is longer than 5 years.']])
    expect((await me.get(address({ from: '2026-02-30', to: '2026-03-01' }))).statusCode).toBe(400)
    expect((await me.get(address({ from: '2026-10-26' }))).statusCode).toBe(400)
  })

  test('counts one organisation, with the permission to read its form requests, and is in the audit log (REP-2, ORG-7, ROLE-4, AUD-1)', async () => {
    const { ward } = await openPeriods()
    const stranger = await (await openOrganisation()).staff()
    const me = await ward.staff()

    expect((await stranger.get(address(period))).json<Responses>().figures.created).toBe(0)
    expect((await (await systemAdministrator()).get(address(period))).statusCode).toBe(401)
    expect((await me.get(address(period))).statusCode).toBe(200)
    expect((await ward.auditTrail()).map(({ event_type: type }) => type)).toEqual(['dashboardRead'])
  })

  test('two indexes hold everything that a period is counted from (REP-2, PERF-1)', async () => {
    const { ward } = await openPeriods()
    // As after many days: a full table, whose form requests of one day are far apart.
    await ward.query(
      `insert into form_requests (organisation_id, patient_id, form_id, form_version, patient_name_key, notification_method, status, created_at, send_at,
         completed_at, expires_at)
       select organisation_id, patient_id, form_id, 1, '', 'sms', 'completed', at, at, at, at
       from (select * from form_requests where organisation_id = $1 limit 1) r, generate_series(1, 20000) n,
         lateral (select timestamptz '2026-10-28 12:00Z' - n * interval '1 hour' as at) moments
       order by md5(n::text)`,
      [ward.id],
    )
    // An older transaction of the server keeps a vacuum from marking pages as visible to all.
    await eventually(async () => {
      await ward.query('vacuum analyze form_requests')
      return (
        (
          await ward.query(
            "select from pg_class where relname ~ '^form_requests(_[0-9]+)?$' and relkind = 'r' and relpages > 10 and relallvisible > relpages / 2",
          )
        ).length === 1
      )
    })
    const { services } = await testServer()
    const actor = { kind: 'member', id: null, organisationId: ward.id, name: '', permissions: [] } as const
    const plans = await inOrganisation(services.db, ward.id, async (tx) => {
      const { explained, plans: found } = collectPlans(tx)
      await readResponses({ tx: explained, actor, organisationId: ward.id, services }, { ...period, filters: {} })
      return found
    })
    const scans = plans.flatMap((plan) => /(?:\w+ )*Scan using \w+ on form_requests/.exec(plan) ?? [])
    expect(scans, plans.join('\n')).toEqual([
      'Index Only Scan using form_requests_created on form_requests',
      'Index Only Scan using form_requests_submitted on form_requests',
      'Index Only Scan using form_requests_submitted on form_requests',
    ])
  })
})
