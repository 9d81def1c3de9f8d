import pg from 'pg'
import { describe, expect, test } from 'vitest'

import { freshDatabase, testServer } from '#test/test-server.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'

import { signLanes } from './sign-audit.job.ts'
import type { Reading } from './lane-place.ts'
import { verifyAudit, verifyLane } from './verify-audit.ts'

const verify = async ({ id }: { id: string }, options: { against?: string; since?: string } = {}) =>
  verifyAudit((await testServer()).services, { organisationId: id, ...options })

const sign = async ({ id }: { id: string }) => {
  const { services } = await testServer()
  await inOrganisation(services.db, id, (tx) => signLanes(workerContext(services, id, tx)))
}

const awkward = [
  ['patientRead', 'member', '{"locale": "cy"}'],
  ['one|1:x', 'member', '{"a": "b|c", "ü": "\\u0007\\n\\"", "n": 1.50}'],
  ['Ünbekannt 😀', 'patient', '{}'],
  ['', 'worker', '[1, null, {"b": 1, "aa": 2}]'],
  ['patientRead', 'member', '{"locale": "en"}'],
  ['patientUpdated', 'member', '{}'],
]

/** Writes events one at a time, with values that are hard to encode. */
const somethingHappens = async (ward: TestOrganisation, events = awkward) => {
  for (const [type, kind, detail] of events)
    await ward.query(
      `insert into audit_events (organisation_id, at, event_type, actor_kind, actor_id, patient_ids, detail)
       values ($1, '2026-03-29 01:59:59.123456+01', $2, $3, gen_random_uuid(), array[gen_random_uuid(), gen_random_uuid()], $4)`,
      [ward.id, type, kind, detail],
    )
}

const altered = async (change: string, { isSigned = false } = {}) => {
  const ward = await openOrganisation()
  await somethingHappens(ward)
  if (isSigned) await sign(ward)
  await ward.query(change.replaceAll('$ward', `'${ward.id}'`))
  const { broken } = await verify(ward)
  expect(broken.every(({ organisationId }) => organisationId === ward.id)).toBe(true)
  return broken.map(({ seq, problem }) => `${seq} ${problem.split(':')[0]}`)
}

/** Computes every hash of a lane again, as the trigger does. Only the owner of the database can run it. */
const rewrite = `do $$ declare e record; last bytea; begin
  for e in select * from audit_events where organisation_id = $ward and lane = 0 order by seq loop
    last := sha256(coalesce(last, decode(repeat('00', 32), 'hex')) || convert_to(
      e.organisation_id || '|' || e.lane || '|' || e.seq || '|' || e.id || '|' || (extract(epoch from e.at) * 1000000)::bigint || '|'
      || coalesce(e.actor_id::text, '') || '|' || coalesce(e.subject_id::text, '') || '|' || coalesce(e.patient_id::text, '') || '|'
      || coalesce(array_to_string(e.patient_ids, ','), '') || '|' || octet_length(e.actor_kind) || ':' || e.actor_kind || '|'
      || octet_length(e.event_type) || ':' || e.event_type || '|' || e.detail, 'UTF8'));
    update audit_events set hash = last where organisation_id = $ward and lane = 0 and seq = e.seq;
  end loop; end $$`

describe('verifyAudit finds what the owner of the database changed (AUD-4)', () => {
  test('an unaltered log has no problem, signed or not', async () => {
    const ward = await openOrganisation()
    await somethingHappens(ward)
    expect(await verify(ward)).toMatchObject({ events: 6, lanes: 1, checkpoints: 0, unsigned: 6, broken: [] })
    await sign(ward)
    await sign(ward)
    expect(await verify(ward)).toMatchObject({ events: 6, checkpoints: 1, unsigned: 0, broken: [] })
  })

  test.each([
    ['event_type', "'patientCreated'"],
    ['actor_kind', "'worker'"],
    ['actor_id', 'null'],
    ['at', "at + interval '1 microsecond'"],
    ['subject_id', 'gen_random_uuid()'],
    ['patient_id', 'gen_random_uuid()'],
    ['patient_ids', 'patient_ids[:1]'],
    ['detail', `'{"locale": "en"}'`],
    ['hash', 'sha256(hash)'],
  ])('an altered %s is found', async (column, value) => {
    const other = column === 'actor_kind' ? 2 : 1
    expect(await altered(`update audit_events set ${column} = ${value} where organisation_id = $ward and seq = ${other}`)).toEqual([
      `${other} altered, or the event before it was replaced`,
    ])
  })

  test('missing rows are found, at the start and in the middle', async () => {
    expect(await altered('delete from audit_events where organisation_id = $ward and seq = 1')).toEqual(['1 missing'])
    expect(await altered('delete from audit_events where organisation_id = $ward and seq in (3, 4)')).toEqual([
      '3 missing, like every event up to 4',
    ])
  })

  test('swapped and inserted rows are found', async () => {
    const swap = (a: number, b: number) => `update audit_events set seq = ${b} where organisation_id = $ward and seq = ${a};`
    expect(await altered(swap(2, 100) + swap(3, 2) + swap(100, 3))).toEqual(['2 altered, or the event before it was replaced'])
    const moved = 'update audit_events set seq = seq + 1000 where organisation_id = $ward and seq > 2;'
    const between = `insert into audit_events (organisation_id, event_type, actor_kind) values ($ward, 'formRead', 'worker');`
    const back = 'update audit_events set seq = seq - 999 where organisation_id = $ward and seq > 1000;'
    expect(await altered(moved + between + swap(1007, 3) + back)).toEqual(['3 altered, or the event before it was replaced'])
  })

  test('missing rows at the end are found if they were signed', async () => {
    expect(await altered('delete from audit_events where organisation_id = $ward and seq > 4', { isSigned: true })).toEqual(['5 missing'])
    expect(await altered('delete from audit_events where organisation_id = $ward', { isSigned: true })).toEqual(['1 missing'])
  })

  test('a chain whose hashes were all recalculated is detected if it was signed before', async () => {
    const change = `update audit_events set event_type = 'formRead' where organisation_id = $ward and seq = 2; ${rewrite}`
    expect(await altered(change)).toEqual([])
    expect(await altered(change, { isSigned: true })).toEqual(['6 rewritten'])
  })

  test('forged, altered and deleted checkpoints are found', async () => {
    const ward = await openOrganisation()
    for (const _ of [1, 2, 3]) {
      await somethingHappens(ward, awkward.slice(0, 2))
      await sign(ward)
    }
    const problems = async () => (await verify(ward)).broken.map(({ seq, problem }) => `${seq} ${problem.split(':')[0]}`)
    const forged = 'update audit_checkpoints set at = at + $2::interval where organisation_id = $1 and seq = 4'
    await ward.query(forged, [ward.id, '1 hour'])
    expect(await problems()).toEqual(['4 wrong signature'])
    await ward.query(forged, [ward.id, '-1 hour'])
    expect(await problems()).toEqual([])
    await ward.query('delete from audit_checkpoints where organisation_id = $1 and seq = 4', [ward.id])
    expect(await problems()).toEqual(['6 wrong signature'])
  })

  test('a log whose events and signatures were all rewritten is detected with an earlier digest', async () => {
    const ward = await openOrganisation()
    await somethingHappens(ward)
    await sign(ward)
    const { digest } = await verify(ward)
    await somethingHappens(ward)
    await sign(ward)
    expect(await verify(ward, { against: `Digest: ${digest}\n` })).toMatchObject({ broken: [], differs: false, events: 12 })
    await ward.query('delete from audit_events where organisation_id = $1 and seq > 5', [ward.id])
    await ward.query('delete from audit_checkpoints where organisation_id = $1', [ward.id])
    await sign(ward)
    expect(await verify(ward)).toMatchObject({ broken: [], events: 5 })
    expect(await verify(ward, { against: digest! })).toMatchObject({ broken: [], differs: true })
  })

  /** Verifies the first lane. `meanwhile` happens after the first statement of a read that finds no event. */
  const verifyWhile = async (
    ward: TestOrganisation,
    { meanwhile, afterRead }: { meanwhile?: () => Promise<void>; afterRead?: () => Promise<void> },
  ) => {
    const { services } = await testServer()
    const left = [meanwhile, afterRead]
    const happen = async (nth: 0 | 1) => {
      const what = left[nth]
      left[nth] = undefined
      await what?.()
    }
    const read: Reading = async (work) => {
      const result = await inOrganisation(services.db, ward.id, (tx) => {
        let isFirst = true
        const watched = tx.withPlugin({
          transformQuery: ({ node }) => node,
          transformResult: async ({ result: found }) => {
            if (isFirst && found.rows.length === 0) await happen(0)
            isFirst = false
            return found
          },
        })
        return work({ ...workerContext(services, ward.id, tx), tx: watched })
      })
      await happen(1)
      return result
    }
    return verifyLane(read, { lane: 0, organisationId: ward.id, keys: services.keys, onCheckpoint: () => {} })
  }

  test('events that are written and signed while the end of a lane is read are not missing (AUD-4)', async () => {
    const ward = await openOrganisation()
    await somethingHappens(ward)
    await sign(ward)
    const meanwhile = async () => {
      await somethingHappens(ward)
      await sign(ward)
    }

    expect(await verifyWhile(ward, { meanwhile })).toEqual({ events: 12, archived: 0, checkpoints: 2, unsigned: 0 })
  })

  test('events that are signed after they were read are not missing (AUD-4)', async () => {
    const ward = await openOrganisation()
    await somethingHappens(ward)

    expect(await verifyWhile(ward, { afterRead: () => sign(ward) })).toEqual({ events: 6, archived: 0, checkpoints: 0, unsigned: 6 })
  })

  test('--since starts at the last signature before that day', async () => {
    const ward = await openOrganisation()
    await somethingHappens(ward)
    await sign(ward)
    await somethingHappens(ward, awkward.slice(0, 2))
    const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
    expect(await verify(ward, { since: tomorrow })).toMatchObject({ events: 2, broken: [] })
    expect(await verify(ward, { since: '2026-01-01' })).toMatchObject({ events: 8, broken: [] })
    await ward.query("update audit_events set actor_kind = 'patient' where organisation_id = $1 and seq = 7", [ward.id])
    expect((await verify(ward, { since: tomorrow })).broken).toMatchObject([{ seq: 7 }])
  })
})

describe('the role of the application can only add events (AUD-3)', () => {
  const asApplication = async (ward: TestOrganisation) => {
    const client = new pg.Client({ connectionString: (await testServer()).url, options: '-c role=formward_app' })
    await client.connect()
    await client.query("select set_config('app.organisation_id', $1, false)", [ward.id])
    return client
  }

  test('update, delete and truncate are refused', async () => {
    const ward = await openOrganisation()
    await somethingHappens(ward)
    const client = await asApplication(ward)
    for (const refused of [
      "update audit_events set event_type = 'formRead'",
      'delete from audit_events',
      'truncate audit_events',
      'alter table audit_events disable trigger chain',
      'update audit_checkpoints set seq = 1',
      'delete from audit_checkpoints',
      "select setval('audit_events_id_seq', 1)",
    ])
      await expect(client.query(refused), refused).rejects.toMatchObject({ code: '42501' })
    await client.query('create temp table audit_events (organisation_id uuid, lane smallint, seq bigint, hash bytea)')
    await client.query("insert into public.audit_events (event_type, actor_kind) values ('formRead', 'worker')")
    await client.end()
    expect(await verify(ward)).toMatchObject({ events: 7, broken: [] })
  })

  test.each([
    ['lane', '3'],
    ['seq', '1'],
    ['seq', '1000'],
    ['hash', "sha256('')"],
    ['at', "timestamptz '2020-01-01'"],
    ['at', "now() + interval '1 day'"],
    ['at', 'null'],
    ['id', '1'],
    ['id', '(select max(id) from audit_events)'],
    ['id', "nextval('audit_events_id_seq') + 1000"],
  ])('an insert with its own %s (%s) gets that of the next event', async (column, value) => {
    const ward = await openOrganisation()
    await somethingHappens(ward)
    const client = await asApplication(ward)
    const [last] = await ward.query(
      'select id, hash, clock_timestamp() as now from audit_events where organisation_id = $1 order by seq desc limit 1',
      [ward.id],
    )
    const { rows } = await client.query<{ problem: string | null }>(
      `with added as (
         insert into audit_events (event_type, actor_kind, ${column}) overriding system value values ('formRead', 'worker', ${value}) returning *)
       select id > $1::bigint and id < nextval('audit_events_id_seq') as "isNextId", at between $2::timestamptz and clock_timestamp() as "isNow",
         lane = 0 and seq = 7 as "isNextPlace", hash <> sha256('') as "isHashed" from added`,
      [last!['id'], last!['now']],
    )
    await client.end()

    expect(rows).toEqual([{ isNextId: true, isNow: true, isNextPlace: true, isHashed: true }])
    expect(await verify(ward)).toMatchObject({ events: 7, broken: [] })
  })

  test('transactions of one organisation write at the same time without waiting, and the chain has no problem', async () => {
    const ward = await openOrganisation()
    const clients = await Promise.all(Array.from({ length: 12 }, () => asApplication(ward)))
    const write = "insert into audit_events (event_type, actor_kind) select 'formRead', 'worker' from generate_series(1, 20)"
    for (const client of clients) await client.query('begin; set local lock_timeout = 1')
    // All 12 transactions are open and write in turn. A transaction that waits for a lock fails after 1 millisecond.
    for (const _ of [1, 2, 3]) for (const client of clients) await client.query(write)
    await clients[0]!.query('rollback')
    for (const client of clients.slice(1)) await client.query('commit')
    await Promise.all(clients.map((client) => client.query(write)))
    await Promise.all(clients.map((client) => client.end()))
    expect(await verify(ward)).toMatchObject({ events: 11 * 60 + 12 * 20, broken: [] })
  })

  test('finding the last event of a lane reads one event, however many there are and whatever PostgreSQL knows of the table (PERF-1)', async () => {
    const client = new pg.Client({ connectionString: await freshDatabase() })
    await client.connect()
    await client.query('vacuum analyze audit_events') // while it is empty, as in a new installation
    const write =
      "insert into audit_events (organisation_id, event_type, actor_kind) values ('11111111-1111-4111-8111-111111111111', 'formRead', 'worker')"
    for (let nth = 0; nth < 20; nth++) await client.query(write)
    await client.query('begin')
    for (let nth = 0; nth < 200; nth++) await client.query(write)
    const { rows } = await client.query(
      "select seq_tup_read::int, idx_tup_fetch::int from pg_stat_xact_user_tables where relname = 'audit_events' and schemaname = 'public'",
    )
    await client.query('rollback')
    await client.end()
    expect(rows[0].seq_tup_read + rows[0].idx_tup_fetch).toBeLessThanOrEqual(220) // the counts of the first 20 may be among them
  })
})
