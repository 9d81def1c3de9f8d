import qs from 'qs'
import { describe, expect, test } from 'vitest'

import type { RouteResponse } from '#contract/route.ts'
import type { dashboard } from '#contract/worklist.ts'
import { addDays, dateOf } from '#domain/dates.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { worklistNames, worklists } from '#domain/worklists.ts'
import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

type Dashboard = RouteResponse<typeof dashboard.read>
const address = '/api/forms/dashboard'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** An organisation in which every figure is another number. */
async function busyWard() {
  const ward = await openOrganisation()
  const [me, colleague] = [await ward.staff(), await ward.staff()]
  const [patientId, formId] = [(await aPatient(ward)).id, (await aForm(ward)).id]
  const assignees = [me.id, colleague.id, null]
  for (const [index, status] of requestStatuses.entries())
    for (let n = 0; n <= index + 3; n++) {
      const isAnswered = status === 'completed' || status === 'closed'
      const { id } = await aRequest(ward, {
        patientId,
        formId,
        status,
        assigneeId: assignees[n % 3]!,
        isUrgent: n % 4 === 0,
        method: n % 2 ? 'sms' : 'email',
        createdAt: hoursAgo(24 * (n % 5) + 2),
        ...(isAnswered && { openedAt: hoursAgo(24 * (n % 5) + 1), completedAt: hoursAgo(24 * (n % 5)) }),
      })
      if (n % 3 === 1)
        await ward.query(
          `insert into notifications (organisation_id, request_id, category, method, status) values ($1, $2, 'request_created', 'sms', 'failed')`,
          [ward.id, id],
        )
    }
  return { ward, me, patientId, formId }
}

describe('The dashboard', () => {
  test('every figure is the total of the list that it opens (REP-2)', async () => {
    const { me } = await busyWard()
    const { worklists: figures, byStatus } = (await me.get(address)).json<Dashboard>()
    const totalOf = async (filters: object) => (await me.get(`/api/forms/request?${qs.stringify({ filters })}`)).json().totalDocs

    for (const name of worklistNames) expect([name, await totalOf(worklists[name])]).toEqual([name, figures[name]])
    for (const status of requestStatuses) expect([status, await totalOf({ status })]).toEqual([status, byStatus[status]])
    expect(
      Object.values(figures).every((figure) => figure > 0),
      JSON.stringify(figures),
    ).toBe(true)
  })

  test('the trend covers the last 30 days including today, and response rates and median match the lists (REP-2)', async () => {
    const { me, ward, patientId, formId } = await busyWard()
    await aRequest(ward, { patientId, formId, createdAt: hoursAgo(24 * 40), status: 'completed', completedAt: hoursAgo(24 * 35) })

    const { trend, responseRates, medianHoursToComplete, byStatus } = (await me.get(address)).json<Dashboard>()

    const today = dateOf(new Date())
    expect(trend.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, index) => addDays(today, index - 29)))
    const totalOf = async (filters: object) => (await me.get(`/api/forms/request?${qs.stringify({ filters })}`)).json().totalDocs
    for (const { day, created, submitted } of trend.slice(-6)) {
      expect([day, await totalOf({ createdFrom: day, createdTo: day })]).toEqual([day, created])
      expect([day, await totalOf({ submittedFrom: day, submittedTo: day })]).toEqual([day, submitted])
    }
    const since = trend[0]!.day
    for (const { method, sent, answered } of responseRates) {
      expect([method, await totalOf({ method, createdFrom: since })]).toEqual([method, sent])
      expect([method, await totalOf({ method, createdFrom: since, submittedFrom: since })]).toEqual([method, answered])
    }
    expect(trend.reduce((sum, { created }) => sum + created, 0)).toBe(Object.values(byStatus).reduce((sum, n) => sum + n) - 1)
    expect(medianHoursToComplete).toBeCloseTo(2, 1)
  })

  test('a new organisation sees zeros and no median (REP-2)', async () => {
    const clerk = await (await openOrganisation()).staff()

    const figures = (await clerk.get(address)).json<Dashboard>()

    expect(figures.medianHoursToComplete).toBeNull()
    expect(figures.responseRates).toEqual([])
    expect(figures.trend).toHaveLength(30)
    expect([...Object.values(figures.worklists), ...Object.values(figures.byStatus)].every((figure) => figure === 0)).toBe(true)
  })

  test('the dashboard counts one organisation, with the permission to read its requests (REP-2, ORG-7, ROLE-4)', async () => {
    const { ward } = await busyWard()
    const stranger = await (await openOrganisation()).staff()

    expect((await stranger.get(address)).json<Dashboard>().byStatus.closed).toBe(0)
    expect((await (await systemAdministrator()).get(address)).statusCode).toBe(401)
    expect((await (await nobody()).get(address)).statusCode).toBe(401)
    expect((await ward.auditTrail()).length).toBe(0)
  })
})
