import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'

import { requestStatuses } from '#domain/request-status.ts'
import { createApp } from '#server/app.ts'
import { inOrganisation, type Tx } from '#server/platform/database.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { countDifferences } from '#test/count-differences.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

import { foldCountsJob } from './fold-counts.job.ts'

const differences = (ward: TestOrganisation) => ward.query(countDifferences, [ward.id])

/** The same numbers every time. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

async function openWards() {
  const ward = await openOrganisation({ wardAccess: 'assigned' })
  const made = ['1', '2', '3'].map((name) =>
    ward.query('insert into wards (organisation_id, name) values ($1, $2) returning id', [ward.id, name]),
  )
  const wardIds = (await Promise.all(made)).map(([one]) => one!['id'] as string)
  return {
    ward,
    wardIds,
    formId: (await aForm(ward)).id,
    as: <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(ward.services.db, ward.id, work),
  }
}

describe('The counts of the worklist', () => {
  test('the stored counts equal a plain count after any change to requests and their patients, before and after they are folded (REQ-1)', async () => {
    const { ward, wardIds, formId, as } = await openWards()
    const member = await ward.staff()
    const pick = numbers(7)
    await ward.query("insert into outcomes (organisation_id, name, position) values ($1, 'Advice given', 1), ($1, 'Referred on', 2)", [
      ward.id,
    ])
    const patients = await Promise.all([0, 1, 2, 3].map(async (n) => (await aPatient(ward, { wardId: wardIds[n] ?? null })).id))
    const requests: string[] = []
    const some = () => requests.filter(() => pick(3) === 0)
    /** The numbers beside the filters, without a filter and with each that has stored counts. */
    const filters = [
      '',
      'status]=closed',
      'specialty]=320',
      `formId]=${formId}`,
      'assignee]=none',
      'method]=sms',
      'location]=Place 1',
      'urgent]=true',
      'notReached]=true',
      `wardId]=${wardIds[0]}`,
      'outcome]=none',
      'status]=opened&filters[wardId]=none',
    ]
    const readNumbers = async () =>
      Promise.all(filters.map(async (one) => (await member.get(`/api/forms/request/groupings?${one && `filters[${one}`}`)).json<object>()))
    const acts: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) =>
        sql`update form_requests set status = ${requestStatuses[pick(7)]!} where ${ofThisOrganisation('form_requests')} and id = any(${some()}::uuid[])`.execute(
          tx,
        ),
      (tx) =>
        sql`update form_requests set assignee_id = ${pick(2) ? member.id : null}::uuid where ${ofThisOrganisation('form_requests')} and id = any(${some()}::uuid[])`.execute(
          tx,
        ),
      (tx) =>
        sql`update form_requests set is_urgent = not is_urgent, event = ${`Clinic ${pick(2)}`} where ${ofThisOrganisation('form_requests')} and id = any(${some()}::uuid[])`.execute(
          tx,
        ),
      (tx) =>
        sql`update form_requests set is_unreached = not is_unreached, unreached_reason = case when not is_unreached then 'not_sent' end,
            unreached_at = case when not is_unreached then now() end, location = ${`Place ${pick(2)}`} where ${ofThisOrganisation('form_requests')} and id = any(${some()}::uuid[])`.execute(
          tx,
        ),
      (tx) =>
        sql`update patients set ward_id = ${wardIds[pick(4)] ?? null}::uuid, name_key = ${`name ${pick(9)}`} where ${ofThisOrganisation('patients')} and id = ${patients[pick(4)]}::uuid`.execute(
          tx,
        ),
      (tx) =>
        sql`update form_requests set outcome_id = o.id, outcome_name = o.name
            from (select id, name from outcomes where ${ofThisOrganisation('outcomes')} union all select null, null order by id limit 1 offset ${pick(3)}) o
            where ${ofThisOrganisation('form_requests')} and form_requests.id = any(${some()}::uuid[])`.execute(tx),
      (tx) => sql`call fold_request_changes()`.execute(tx),
    ]
    for (let round = 0; round < 12; round++) {
      requests.push(
        (
          await aRequest(ward, {
            patientId: patients[pick(4)]!,
            formId,
            specialty: ['', '320'][pick(2)]!,
            status: requestStatuses[pick(7)]!,
          })
        ).id,
      )
      // Two that wait for each other in a circle are one's failure, and nothing of it may be counted.
      const ended = await Promise.allSettled(
        Array.from({ length: 4 }, () =>
          as(async (tx) => {
            await acts[pick(acts.length)]!(tx)
            await acts[pick(acts.length)]!(tx)
          }),
        ),
      )
      for (const one of ended) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: '40P01' })
      expect([round, await differences(ward)]).toEqual([round, []])
      if (round % 3 < 2) continue
      const unfolded = await readNumbers()
      await as((tx) => sql`call fold_request_changes()`.execute(tx))
      expect(unfolded, 'the same numbers from changes and from stored counts').toEqual(await readNumbers())
    }
    expect(
      await ward.query(
        'select r.id from form_requests r join patients p using (organisation_id) where p.id = r.patient_id and (r.ward_id, r.patient_name_key) is distinct from (p.ward_id, p.name_key) and r.organisation_id = $1',
        [ward.id],
      ),
    ).toEqual([])
    await ward.startWorkers()
    await ward.services.boss.send(foldCountsJob.name, { organisationId: systemOrganisationId })
    await eventually(
      async () => (await ward.query('select id from form_request_changes where organisation_id = $1', [ward.id])).length === 0,
    )
    expect(await differences(ward)).toEqual([])

    // A program that fills a database without the triggers makes them again.
    await ward.query('delete from form_request_counts where organisation_id = $1', [ward.id])
    expect(await differences(ward)).not.toEqual([])
    await ward.query('select rebuild_form_request_counts()')
    expect(await differences(ward)).toEqual([])
  })

  test('many changes at once are folded without waiting for the minute, and /metrics tells how many are not (REQ-1, PERF-1)', async () => {
    const { ward, formId, as } = await openWards()
    const { id } = await aRequest(ward, { formId })
    const METRICS_TOKEN = 'a token for the metrics'
    const app = await createApp({
      services: { ...ward.services, config: { ...ward.services.config, METRICS_TOKEN } },
      identify: async () => undefined,
    })
    onTestFinished(() => app.close())
    const measured = async () => {
      const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      return Number(/^unfolded_count_changes (\d+)$/m.exec(body)?.[1])
    }
    const changeMany = (nth: number) =>
      as((tx) =>
        sql`insert into form_requests (organisation_id, patient_id, form_id, form_version, specialty, location, notification_method, created_at,
              send_at, expires_at, patient_name_key)
            select organisation_id, patient_id, form_id, form_version, '320', 'Ward ' || ${nth}::int || '-' || n, notification_method, created_at,
              send_at, expires_at, patient_name_key
            from form_requests, generate_series(1, 100) n where ${ofThisOrganisation('form_requests')} and id = ${id}::uuid`.execute(tx),
      )
    const unfolded = async () => (await ward.query('select id from form_request_changes where organisation_id = $1', [ward.id])).length

    await changeMany(1)
    expect(await unfolded()).toBeGreaterThanOrEqual(100)
    await eventually(async () => (await measured()) >= 100)
    await ward.startWorkers()
    for (const nth of [2, 3, 4]) await changeMany(nth)

    await eventually(async () => (await unfolded()) === 0)
    expect(await differences(ward)).toEqual([])
  })

  test('an uncommitted change is not counted, even when counts are folded meanwhile (REQ-1)', async () => {
    const { ward, formId, as } = await openWards()
    const admin = await ward.staff('Admin')
    const { id } = await aRequest(ward, { formId })
    const shown = async () =>
      (await admin.get('/api/forms/request')).json<{ groupings: { status: Record<string, number> } }>().groupings.status
    await as(async (tx) => {
      await sql`update form_requests set status = 'closed' where ${ofThisOrganisation('form_requests')} and id = ${id}::uuid`.execute(tx)
      await as((other) => sql`call fold_request_changes()`.execute(other))
      expect(await shown()).toMatchObject({ unopened: 1, closed: 0 })
    })
    expect(await shown()).toMatchObject({ unopened: 0, closed: 1 })
    expect(await differences(ward)).toEqual([])
  })

  test('a patient who changes ward takes their requests and counts to the members of that ward (MEM-4, REQ-1)', async () => {
    const { ward, wardIds, formId, as } = await openWards()
    const [here, there] = [await ward.staff('User'), await ward.staff('User')]
    for (const [member, wardId] of [
      [here, wardIds[0]],
      [there, wardIds[1]],
    ] as const)
      await ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, member.id, wardId])
    const patient = await aPatient(ward, { wardId: wardIds[0]! })
    await aRequest(ward, { patientId: patient.id, formId, specialty: '320' })
    await aRequest(ward, { formId })
    const total = async (member: typeof here, query = '') =>
      (await member.get(`/api/forms/request?${query}`)).json<{
        totalDocs: number
        docs: object[]
        groupings: { formId: object[]; specialty: object[]; wardId: { value: string; label: string; count: number }[] }
      }>()

    for (const isFolded of [false, true]) {
      if (isFolded) await as((tx) => sql`call fold_request_changes()`.execute(tx))
      expect(await total(here)).toMatchObject({ totalDocs: 1, docs: [{}], groupings: { formId: [{ count: 1 }] } })
      expect(await total(here, 'filters[specialty]=320')).toMatchObject({ totalDocs: 1, groupings: { formId: [{ count: 1 }] } })
      expect(await total(there)).toMatchObject({ totalDocs: 0, docs: [], groupings: { formId: [], specialty: [] } })
      expect(await total(there, 'filters[specialty]=320')).toMatchObject({ totalDocs: 0, groupings: { formId: [] } })
      // The filter for the ward offers and finds the wards of the user only.
      const own = { value: wardIds[0], label: '1', count: 1 }
      expect((await total(here)).groupings.wardId).toEqual([own])
      expect(await total(here, `filters[wardId]=${wardIds[0]}`)).toMatchObject({ totalDocs: 1, docs: [{}], groupings: { wardId: [own] } })
      expect((await total(there, `filters[wardId]=${wardIds[0]}`)).totalDocs).toBe(0)
      expect((await total(here, 'filters[wardId]=none')).totalDocs).toBe(0)
    }
    await ward.query('update patients set ward_id = $2 where id = $1', [patient.id, wardIds[1]])
    expect([(await total(here)).totalDocs, (await total(there)).totalDocs]).toEqual([0, 1])
    await ward.query('update patients set ward_id = null where id = $1', [patient.id])
    expect([(await total(here)).totalDocs, (await total(there)).totalDocs]).toEqual([0, 0])
  })
})
