import { beforeAll, describe, expect, test } from 'vitest'

import { requestSorts } from '#contract/requests.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

type List = { docs: { id: string }[]; totalDocs: number; cursor?: string }
const rows = 47
const sorts = requestSorts.flatMap((sort) => [sort, `-${sort}`])

let ward: TestOrganisation
let clerk: Awaited<ReturnType<TestOrganisation['staff']>>
let patients: string[]
let formId: string

/** Few values for many rows, so that all of them tie, and blanks wherever there may be any. */
const another = async (n: number) => {
  const moment = (every: number) => (n % every === 0 ? null : `2026-0${1 + (n % 4)}-01T10:00:00.12345${n % 2}Z`)
  const { id } = await aRequest(ward, {
    patientId: patients[n % 3]!,
    formId,
    status: requestStatuses[n % 5]!,
    specialty: ['', '100', '320'][n % 3]!,
    location: ['', 'Ward 4B'][n % 2]!,
    pathwayId: n % 4 ? '' : `PW-${n % 8}`,
    createdAt: `2026-05-0${1 + (n % 3)}T10:00:00.00000${n % 7}Z`,
    completedAt: moment(3),
    expiresAt: `2027-01-0${1 + (n % 4)}T00:00:00Z`,
  })
  await ward.query('update form_requests set notified_at = $2, is_urgent = $3 where id = $1', [id, moment(2), n % 4 === 1])
  return id
}
const list = async (query: string) => (await clerk.get(`/api/forms/request?${query}`)).json<List>()
const idsOf = ({ docs }: List) => docs.map(({ id }) => id)
const whole = async (sort: string) => idsOf(await list(`limit=100&sort=${sort}`))
const pageFrom = (sort: string, page: number, cursor?: string) =>
  list(`limit=10&sort=${sort}&page=${page}${cursor ? `&cursor=${cursor}` : ''}`)

beforeAll(async () => {
  ward = await openOrganisation()
  clerk = await ward.staff()
  formId = (await aForm(ward)).id
  patients = [(await aPatient(ward)).id, (await aPatient(ward)).id, (await aPatient(ward, { lastName: 'Ádám' })).id]
  for (let n = 0; n < rows; n++) await another(n)
})

describe('The pages of GET /request', () => {
  test.each(sorts)(
    'sorted by %s, every page is that part of the list, by its number, from its neighbour and from far away (REQ-1, PERF-1)',
    async (sort) => {
      const all = await whole(sort)
      const part = (page: number) => all.slice((page - 1) * 10, page * 10)
      expect(all).toHaveLength(rows)
      const numbers = [1, 2, 3, 4, 5, 6]
      for (const page of numbers) expect([page, idsOf(await pageFrom(sort, page))]).toEqual([page, part(page)])
      for (const shown of [3]) {
        const { cursor } = await pageFrom(sort, shown)
        for (const page of numbers) expect([shown, page, idsOf(await pageFrom(sort, page, cursor))]).toEqual([shown, page, part(page)])
      }
    },
  )

  test.each(['-createdAt', '-submittedAt', 'notifiedAt', 'status', '-urgent'])(
    'going through the list by %s while others add to it loses nothing and repeats nothing, forwards and back (REQ-1)',
    async (sort) => {
      const all = await whole(sort)
      const walk = async (pages: number[], from?: string) => {
        const seen: string[][] = []
        let cursor = from
        for (const page of pages) {
          const answer = await pageFrom(sort, page, cursor)
          seen.push(idsOf(answer))
          cursor = answer.cursor
          await another(page)
        }
        return { seen, cursor }
      }
      const known = (seen: string[][]) => seen.flat().filter((id) => all.includes(id))
      const there = await walk(Array.from({ length: Math.ceil(all.length / 10) + 3 }, (_, index) => index + 1))
      expect(known(there.seen)).toEqual(all)
      // Back to the second page: the first one is read from its own beginning, where the new ones may be.
      const { cursor } = await pageFrom(sort, 1)
      const out = await walk([2, 3, 4, 5], cursor)
      const back = await walk([4, 3, 2], out.cursor)
      const passed = known(out.seen.slice(0, 3))
      expect(known(back.seen.toReversed()).slice(-20)).toEqual(passed.slice(-20))
    },
  )

  test('a page that is requested again shows the same rows, whatever came before, and an invalid cursor is ignored (REQ-1)', async () => {
    const first = await pageFrom('-createdAt', 1)
    const second = await pageFrom('-createdAt', 2, first.cursor)
    const newest = await aRequest(ward, { patientId: patients[0]!, formId })

    expect(idsOf(await pageFrom('-createdAt', 2, first.cursor))).toEqual(idsOf(second))
    expect(idsOf(await pageFrom('-createdAt', 2, second.cursor))).toEqual(idsOf(second))
    expect(idsOf(await pageFrom('-createdAt', 1, second.cursor))[0]).toBe(newest.id)
    const byNumber = idsOf(await pageFrom('-createdAt', 2))
    expect(byNumber).not.toEqual(idsOf(second))
    const altered = `${second.cursor!.slice(0, -4)}AAAA`
    const ofAnotherOrder = (await pageFrom('createdAt', 2)).cursor
    const ofOtherFilters = (await list('limit=10&page=2&filters[method]=sms')).cursor
    for (const cursor of [altered, 'nonsense', ofAnotherOrder, ofOtherFilters])
      expect(idsOf(await pageFrom('-createdAt', 2, cursor))).toEqual(byNumber)
    expect(JSON.stringify(second.cursor)).not.toMatch(/hopper|2026/i)
  })

  test('going back to rows that no longer exist shows the current start of the list (REQ-1)', async () => {
    const all = await whole('createdAt')
    const third = await pageFrom('createdAt', 3)
    await ward.query("update form_requests set created_at = '2026-06-01T00:00:00Z' where id = any($1::uuid[])", [all.slice(0, 15)])
    const second = await pageFrom('createdAt', 2, third.cursor)
    expect(idsOf(second)).toEqual((await whole('createdAt')).slice(10, 20))
  })

  test('a cursor of another organisation is ignored (ORG-7)', async () => {
    const elsewhere = await openOrganisation()
    const [stranger, patientId] = [await elsewhere.staff(), (await aPatient(elsewhere, { lastName: 'Aaa' })).id]
    const theirForm = (await aForm(elsewhere)).id
    for (let n = 0; n < 5; n++) await aRequest(elsewhere, { patientId, formId: theirForm })
    const ours = await pageFrom('lastName', 2)

    const theirs = (await stranger.get(`/api/forms/request?limit=2&sort=lastName&page=2`)).json<List>()
    const withOurs = (await stranger.get(`/api/forms/request?limit=2&sort=lastName&page=2&cursor=${ours.cursor}`)).json<List>()
    const far = (
      await stranger.get(`/api/forms/request?limit=10&sort=-lastName&page=2&cursor=${(await pageFrom('-lastName', 1)).cursor}`)
    ).json<List>()

    expect(idsOf(withOurs)).toEqual(idsOf(theirs))
    expect(idsOf(far)).toEqual([])
  })

  test('names of the maximum length do not break paging (PAT-1, REQ-1)', async () => {
    const long = await openOrganisation()
    const reader = await long.staff()
    // Letters of four bytes each, a hundred in either name.
    const name = (n: number) => String.fromCodePoint(...Array.from({ length: 100 }, (_, at) => 0x20000 + n * 100 + at))
    const created = await Promise.all(
      [1, 2, 3].map(async (n) =>
        reader.post('/api/patients/patient', { firstName: name(n), lastName: name(n), dateOfBirth: '1961-03-09' }),
      ),
    )
    expect(created.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])

    const first = (await reader.get('/api/patients/patient?limit=1')).json<List>()
    const second = await reader.get(`/api/patients/patient?limit=1&page=2${first.cursor ? `&cursor=${first.cursor}` : ''}`)

    expect([second.statusCode, second.json<List>().docs.length]).toEqual([200, 1])
    expect(idsOf(second.json<List>())).not.toEqual(idsOf(first))
  })
})
