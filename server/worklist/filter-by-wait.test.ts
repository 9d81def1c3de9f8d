import { beforeAll, describe, expect, test } from 'vitest'

import type { BulkPreview } from '#contract/bulk-changes.ts'
import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { rowsRead } from '#test/rows-read.ts'

import { countMatching, listRequests } from './worklist.ts'

type Listed = {
  docs: { id: string }[]
  totalDocs: number
  groupings: { status: Record<string, number>; specialty: { value: string; count: number }[] }
}
const address = '/api/forms/request'
/** The day that is so many days before today. */
const daysAgo = (days: number) => addDays(dateOf(new Date()), -days)

/** One patient on each side of each limit, and one without a day. */
async function openWaiting() {
  const ward = await openOrganisation()
  const clerk = await ward.staff()
  const form = await aForm(ward)
  const names = new Map<string, string>()
  const waits: [string, number | undefined][] = [
    ['a', 83],
    ['b', 84],
    ['c', 181],
    ['d', 182],
    ['e', 363],
    ['f', 364],
    ['g', undefined],
  ]
  for (const [name, days] of waits) {
    const request = await aRequest(ward, {
      formId: form.id,
      specialty: name === 'f' ? '110' : '101',
      status: name === 'b' ? 'opened' : 'unopened',
      ...(days !== undefined && { waitingSince: daysAgo(days) }),
    })
    names.set(request.id, name)
  }
  const list = async (query: string) => (await clerk.get(`${address}?limit=100&${query}`)).json<Listed>()
  const shown = async (query: string) => {
    const { docs, totalDocs, groupings } = await list(query)
    const letters = docs.map(({ id }) => names.get(id) ?? '?').toSorted()
    expect([totalDocs, Object.values(groupings.status).reduce((sum, one) => sum + one, 0)]).toEqual([letters.length, letters.length])
    return letters.join('')
  }
  return { ward, clerk, formId: form.id, list, shown }
}

let waiting: Awaited<ReturnType<typeof openWaiting>>
beforeAll(async () => {
  waiting = await openWaiting()
})

describe('The filter “Waited” of GET /request', () => {
  test('a patient has waited 12, 26 or 52 weeks on the day on which the last of them ends, and not a day before (PTN-5, REQ-1)', async () => {
    const { shown, list, formId } = waiting
    const waited = (weeks: string) => `filters[waited]=${weeks}`
    expect([await shown(waited('12')), await shown(waited('26')), await shown(waited('52'))]).toEqual(['bcdef', 'def', 'f'])
    expect(await shown(`${waited('12')}&filters[formId]=${formId}&sort=lastName`), 'in another order').toBe('bcdef')
    expect(await shown(`${waited('26')}&filters[search]=${encodeURIComponent('999')}`), 'with a search').toBe('def')
    expect(await list(`${waited('12')}&filters[status]=opened`)).toMatchObject({
      totalDocs: 1,
      groupings: {
        status: { opened: 1, unopened: 4 },
        specialty: [{ value: '101', count: 1 }],
      },
    })
  })

  test('pages are stable, and every form request is on one of them (REQ-1)', async () => {
    const { clerk } = waiting
    const seen: string[] = []
    let cursor = ''
    for (const page of [1, 2, 3]) {
      const found = (await clerk.get(`${address}?limit=2&page=${page}&filters[waited]=12${cursor && `&cursor=${cursor}`}`)).json<
        Listed & { cursor: string }
      >()
      cursor = found.cursor
      seen.push(...found.docs.map(({ id }) => id))
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
  })

  test('another number of weeks is refused (VAL-1)', async () => {
    const { clerk } = waiting
    for (const text of ['', '13', '-12', '12.0', 'null', '12;drop', '2026-01-01'])
      expect([text, (await clerk.get(`${address}?filters[waited]=${encodeURIComponent(text)}`)).statusCode]).toEqual([text, 400])
    expect((await clerk.get(`${address}?filters[waited][0]=12&filters[waited][1]=26`)).statusCode).toBe(400)
  })

  test('a bulk change concerns the form requests that had waited so long when it was previewed (REQ-3)', async () => {
    const { clerk } = waiting
    const preview = (await clerk.get(`${address}/bulk/preview?filters[waited]=26`)).json<BulkPreview>()
    expect(preview).toMatchObject({ total: 3 })
    // The weeks are counted to the moment of the change, so a change that passes midnight keeps its form requests.
    const { ward } = waiting
    const count = (until: Date) =>
      inOrganisation(ward.services.db, ward.id, (tx) =>
        countMatching(workerContext(ward.services, ward.id, tx), { filters: { waited: '12' }, memberId: null, until: until.toISOString() }),
      )
    expect([await count(new Date()), await count(new Date(Date.now() + 86_400_000))]).toEqual([5, 6])
  })

  test('a saved view keeps the number of weeks and no date, and another number is refused (REQ-1, PTN-5)', async () => {
    const { clerk, ward } = waiting
    const views = `${address}/views`
    await clerk.post(views, { name: '26 weeks', filters: { waited: '26' }, limit: 10 })
    expect((await clerk.get(views)).json()).toMatchObject({ docs: [{ name: '26 weeks', filters: { waited: '26' } }] })
    expect(await ward.query('select filters from saved_views where organisation_id = $1', [ward.id])).toEqual([
      { filters: { waited: '26' } },
    ])
    expect((await clerk.post(views, { name: 'Odd', filters: { waited: '27' }, limit: 10 })).statusCode).toBe(400)
  })

  test('users limited to wards find patients of their wards only, and other organisations none (MEM-4, ORG-7)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const [north, south] = await ward.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [
      ward.id,
    ])
    const [admin, clerk] = [await ward.staff('Admin'), await ward.staff('User')]
    await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [
      ward.id,
      clerk.id,
      north!['id'],
    ])
    const patient = await aPatient(ward)
    await aRequest(ward, { patientId: patient.id, waitingSince: daysAgo(400) })
    const found = async (member: typeof clerk) => {
      const { docs, totalDocs, groupings } = (await member.get(`${address}?filters[waited]=52`)).json<Listed>()
      return [docs.length, totalDocs, groupings.status['unopened']]
    }
    const moveTo = (wardId: unknown) => ward.query('update patients set ward_id = $2 where id = $1', [patient.id, wardId])

    await moveTo(south!['id'])
    expect([await found(admin), await found(clerk)]).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ])
    await moveTo(north!['id'])
    expect(await found(clerk)).toEqual([1, 1, 1])
    expect(await found(await (await openOrganisation()).staff()), 'another organisation').toEqual([0, 0, 0])
  })

  test('few patients who have waited long are found without reading the others (PERF-1)', async () => {
    const ward = await openOrganisation()
    const request = await aRequest(ward, { waitingSince: daysAgo(400) })
    // Five thousand copies that have waited a week.
    const columns = `organisation_id, patient_id, form_id, form_version, status, notification_method, expires_at, patient_name_key`
    await ward.query(
      `insert into form_requests (${columns}, waiting_since) select ${columns}, $2::date from form_requests, generate_series(1, 5000) where id = $1`,
      [request.id, daysAgo(7)],
    )
    await ward.query('analyze form_requests')
    const read = await inOrganisation(ward.services.db, ward.id, (tx) =>
      rowsRead(tx, 'form_requests', async () => {
        const query = { page: 1, limit: 10, filters: { waited: '52' as const } }
        const { docs, totalDocs } = await listRequests(workerContext(ward.services, ward.id, tx), query)
        expect([docs.map(({ id }) => id), totalDocs]).toEqual([[request.id], 1])
      }),
    )
    expect(read).toBeLessThan(200)
  })
})
