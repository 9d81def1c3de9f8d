import qs from 'qs'
import { describe, expect, test } from 'vitest'

import type { RouteResponse } from '#contract/route.ts'
import type { dashboard } from '#contract/worklist.ts'
import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { messageFigureNames, messageFigures } from '#domain/message-records.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { worklistNames, worklists } from '#domain/dashboard-worklists.ts'
import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { sendWaitingListCheck } from '#test/waiting-list.ts'
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

  test('every figure of messages is the total of the list that it opens (REP-2, NOT-8)', async () => {
    const ward = await openOrganisation()
    const me = await ward.staff()
    const { id } = await aRequest(ward)
    const add = (method: string, status: string, createdAt = new Date().toISOString()) =>
      ward.query(
        `insert into notifications (organisation_id, request_id, category, method, status, created_at) values ($1, $2, 'request_created', $3, $4, $5)`,
        [ward.id, id, method, status, createdAt],
      )
    const statuses = ['accepted', 'sent', 'delivered', 'read', 'failed', 'kept', 'cancelled']
    for (const [index, status] of statuses.entries()) for (let n = 0; n <= index; n++) await add(n % 3 ? 'sms' : 'email', status)
    await add('nhs_app', 'read', `${addDays(`${dateOf(new Date()).slice(0, 7)}-01`, -2)}T12:00:00Z`)

    const { messages } = (await me.get(address)).json<Dashboard>()

    expect(messages.byMethod.map(({ method }) => method)).toEqual(['sms', 'email'])
    for (const { method, ...figures } of messages.byMethod)
      for (const figure of messageFigureNames) {
        const filters = { method, status: messageFigures[figure], from: messages.since }
        const { totalDocs } = (await me.get(`/api/forms/message?${qs.stringify({ filters })}`)).json()
        expect([method, figure, totalDocs]).toEqual([method, figure, figures[figure]])
      }
    expect(messages.byMethod.map(({ read, notReached }) => [read, notReached])).toEqual([
      [2, 3],
      [2, 2],
    ])
  })

  test('a clinician’s figures are the totals of their lists, within the wards of the clinician and in one organisation (REP-2, PTN-5, MEM-4, ORG-7)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [north, south] = await ward.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [
      ward.id,
    ])
    const [admin, clinician] = [await ward.staff('Admin'), await ward.staff('User')]
    await ward.query('update members set is_clinician = true where id = $1', [clinician.id])
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [
      ward.id,
      clinician.id,
      north!['id'],
    ])
    const sentTo = async (wardId: unknown, changed: string) => {
      const sent = await sendWaitingListCheck(ward)
      await sent.answer({ waiting: '2', needed: 'yes', changed, offers: 'none', contact: 'yes', help: 'none' })
      await ward.query('update patients set ward_id = $2 where id = $1', [sent.patientId, wardId])
      return sent.requestId
    }
    const [first, second] = [await sentTo(north!['id'], 'much_worse'), await sentTo(north!['id'], 'a_little_worse')]
    await sentTo(south!['id'], 'much_worse')
    await ward.query(
      "insert into waiting_list_reviews (organisation_id, request_id, queue, form_id, specialty) select $1, id, 'changed_mind', form_id, specialty from form_requests where id = $2",
      [ward.id, second],
    )
    await ward.query('update form_requests set assignee_id = $2 where id = $1', [second, clinician.id])

    const read = async (staff: typeof admin) => {
      const { waitingList, worklists: counts } = (await staff.get(address)).json<Dashboard>()
      return [waitingList?.worse, waitingList?.changed_mind, counts.urgentToReview, counts.toReview]
    }
    expect(await read(clinician)).toEqual([2, 1, 1, 1])
    expect(await read(admin), 'every ward, and none assigned').toEqual([3, 1, 2, 0])
    expect(await read(await (await openOrganisation()).staff())).toEqual([undefined, undefined, 0, 0])

    const listed = async (path: string, query: object) => {
      const { docs } = (await clinician.get(`/api/forms/${path}?${qs.stringify({ limit: 20, ...query })}`)).json<{
        docs: { id: string }[]
      }>()
      return docs.map(({ id }) => id)
    }
    expect(await listed('waiting-list', { filters: { queue: 'worse' } }), 'the oldest first').toEqual([first, second])
    expect(await listed('waiting-list', { filters: { queue: 'changed_mind' } })).toEqual([second])
    expect(await listed('request', { sort: 'submittedAt', filters: worklists.urgentToReview })).toEqual([first])
    expect(await listed('request', { sort: 'submittedAt', filters: worklists.toReview })).toEqual([second])
  })

  test('a new organisation sees zeros (REP-2)', async () => {
    const clerk = await (await openOrganisation()).staff()

    const figures = (await clerk.get(address)).json<Dashboard>()

    expect(figures.messages.byMethod).toEqual([])
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
