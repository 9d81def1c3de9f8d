import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { inOrganisation, type Tx } from '#server/platform/database.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { foldCountsJob } from '#server/worklist/counts/fold-counts.job.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
type Counts = {
  totalDocs: number
  docs: { id: string }[]
  queues: Record<string, number>
  forms: { value: string; count: number }[]
  specialties: { value: string; count: number }[]
  waited: { value: string; count: number }[]
}

/** Everything that the stored counts say and a plain count does not, and the other way round. */
const differences = (own: TestOrganisation) =>
  own.query(
    `with kept as (
       select queue, form_id::text, specialty, sum(count) as count from (
         select queue, form_id, specialty, count from waiting_list_counts where organisation_id = $1
         union all select queue, form_id, specialty, count from waiting_list_changes where organisation_id = $1) n group by 1, 2, 3
       union all
       select queue, 'day', waiting_since::text, sum(count) from (
         select queue, waiting_since, count from waiting_list_day_counts where organisation_id = $1
         union all select queue, waiting_since, count from waiting_list_changes where organisation_id = $1 and waiting_since is not null) n
       group by 1, 2, 3),
     counted as (
       select queue, form_id::text, specialty, count(*)::numeric as count from waiting_list_reviews
       where organisation_id = $1 and state = 'open' group by 1, 2, 3
       union all
       select queue, 'day', waiting_since::text, count(*) from waiting_list_reviews
       where organisation_id = $1 and state = 'open' and waiting_since is not null group by 1, 2, 3)
     ((select * from kept where count <> 0) except table counted) union all (table counted except select * from kept)`,
    [own.id],
  )

/** The same numbers every time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** An organisation with two wards and entries in every queue, and a member who sees both wards because they were assigned. */
async function openQueues(entries: number) {
  const own = await openOrganisation({ wardAccess: 'assigned' })
  const as = <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(own.services.db, own.id, work)
  const [admin, limited] = [await own.staff('Admin'), await own.staff('User')]
  const wards = await own.query("insert into wards (organisation_id, name) values ($1, 'North'), ($1, 'South') returning id", [own.id])
  for (const { id } of wards)
    await own.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [own.id, limited.id, id])
  const pick = numbers(11)
  const forms = [(await aForm(own)).id, (await aForm(own)).id]
  await own.query("update forms set type = 'waiting_list' where id = any($1)", [forms])
  const requests: string[] = []
  for (let nth = 0; nth < entries; nth++) {
    const patient = await aPatient(own, { wardId: wards[pick(2)]!['id'] as string })
    const { id } = await aRequest(own, { patientId: patient.id, formId: forms[pick(2)]!, specialty: ['110', '320', ''][pick(3)]! })
    const days = [0, 83, 84, 182, 364, undefined][pick(6)]
    await own.query('update form_requests set waiting_since = $2 where id = $1', [
      id,
      days === undefined ? null : addDays(dateOf(new Date()), -days),
    ])
    requests.push(id)
  }
  const open = (queue: string, ids: string[]) => (tx: Tx) =>
    sql`insert into waiting_list_reviews (organisation_id, request_id, queue, form_id, specialty)
        select organisation_id, id, ${queue}, form_id, specialty from form_requests where ${ofThisOrganisation('form_requests')} and id = any(${ids}::uuid[]) order by id
        on conflict (organisation_id, request_id, queue) do update set state = 'open', decision = null, decided_at = null`.execute(tx)
  return { own, as, admin, limited, pick, forms, requests, open }
}

describe('The stored counts of the queues', () => {
  test('equal a plain count after any change to entries, also when several change at once, before and after they are folded (PTN-5)', async () => {
    const { own, as, pick, requests, open } = await openQueues(8)
    const some = () => requests.filter(() => pick(2) === 0)
    const acts: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => open(waitingListQueues[pick(waitingListQueues.length)]!, some())(tx),
      (tx) => open('no_reply', some())(tx),
      (tx) =>
        sql`update waiting_list_reviews set state = 'done', decision = 'kept', decided_at = now()
            where ${ofThisOrganisation('waiting_list_reviews')} and request_id = any(${some()}::uuid[])`.execute(tx),
      (tx) =>
        sql`update form_requests set waiting_since = ${pick(3) === 0 ? null : addDays('2026-01-01', -pick(20))}::date
            where ${ofThisOrganisation('form_requests')} and id = any(${some()}::uuid[])`.execute(tx),
      (tx) => sql`call fold_waiting_list_changes()`.execute(tx),
    ]
    for (let round = 0; round < 12; round++) {
      const ended = await Promise.allSettled(
        Array.from({ length: 4 }, () =>
          as(async (tx) => {
            await acts[pick(acts.length)]!(tx)
            await acts[pick(acts.length)]!(tx)
          }),
        ),
      )
      // Two that wait for each other in a circle are one's failure, and nothing of it may be counted.
      for (const one of ended) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: '40P01' })
      expect([round, await differences(own)]).toEqual([round, []])
    }
    expect(
      (await own.query("select 1 from waiting_list_reviews where organisation_id = $1 and state = 'open'", [own.id])).length,
    ).toBeGreaterThan(0)
    await own.startWorkers()
    await own.services.boss.send(foldCountsJob.name, { organisationId: systemOrganisationId })
    await eventually(async () => (await own.query('select id from waiting_list_changes where organisation_id = $1', [own.id])).length === 0)
    expect(await differences(own)).toEqual([])

    // A program that fills a database without the triggers makes them again.
    await own.query('delete from waiting_list_counts where organisation_id = $1', [own.id])
    expect(await differences(own)).not.toEqual([])
    await own.query('select rebuild_waiting_list_counts()')
    expect(await differences(own)).toEqual([])
  })

  test('a list without counting says the same as one that is counted for a member of all wards, with each filter (PTN-5, MEM-4)', async () => {
    const { as, admin, limited, forms, requests, open } = await openQueues(14)
    await as(open('no_reply', requests))
    await as(open('not_sure', requests.slice(5)))
    await as((tx) => sql`call fold_waiting_list_changes()`.execute(tx))
    await as(open('worse', requests.slice(0, 4)))
    const list = async (staff: Staff, query: string) => (await staff.get(`/api/forms/waiting-list?limit=100&${query}`)).json<Counts>()
    for (const queue of ['no_reply', 'not_sure', 'worse', 'changed_mind'])
      for (const filter of [
        '',
        'filters[specialty]=110',
        `filters[formId]=${forms[0]}`,
        'filters[waited]=26',
        'filters[waited]=12&filters[specialty]=320',
      ]) {
        const [stored, counted] = await Promise.all([admin, limited].map((staff) => list(staff, `filters[queue]=${queue}&${filter}`)))
        for (const key of ['totalDocs', 'queues', 'waited'] as const)
          expect([queue, filter, key, stored![key]]).toEqual([queue, filter, key, counted![key]])
        for (const key of ['forms', 'specialties'] as const)
          expect([queue, filter, stored![key].toSorted(byValue)]).toEqual([queue, filter, counted![key].toSorted(byValue)])
        expect([queue, filter, stored!.docs.length]).toEqual([queue, filter, stored!.totalDocs])
      }
    const [all, theirs] = await Promise.all(
      [admin, limited].map(async (staff) => (await staff.get('/api/forms/dashboard')).json<{ waitingList: object | null }>().waitingList),
    )
    expect(all).toEqual(theirs)
    expect(all).toMatchObject({ no_reply: 14, not_sure: 9, worse: 4 })
  })
})

const byValue = (one: { value: string }, other: { value: string }) => one.value.localeCompare(other.value)
