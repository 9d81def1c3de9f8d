import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'

import { inTransaction } from './database.ts'
import { createReadRecorder } from './record-reads.ts'
import type { ReadEvent } from './record-reads.sql.ts'

const anybody = '22222222-2222-4222-8222-222222222222'
const patientOf = (n: number) => `33333333-3333-4333-8333-${String(n).padStart(12, '0')}`
const reading = (patientId?: string): ReadEvent => ({
  event: 'patientRead',
  actor: { kind: 'member', id: anybody },
  subject: { patientId, patientIds: [patientOf(901), patientOf(902)] },
})

async function open() {
  const { id, services, query } = await openOrganisation()
  const recorder = createReadRecorder(services.db)
  const events = async () =>
    (await query(
      `select patient_id, patient_ids, actor_id, xmin::text as transaction from audit_events
       where organisation_id = $1 and event_type = 'patientRead' order by id`,
      [id],
    )) as { patient_id: string; patient_ids: string[]; actor_id: string; transaction: string }[]
  return { id, services, query, recorder, events }
}

describe('The audit events of calls that read', () => {
  test('each is committed before its caller goes on, and those that come at the same time share one transaction (AUD-1, AUD-3)', async () => {
    const { id, recorder, events } = await open()
    const seenByEach = await Promise.all(
      Array.from({ length: 250 }, async (_, n) => {
        await recorder.record(id, reading(patientOf(n)))
        return (await events()).some(({ patient_id }) => patient_id === patientOf(n))
      }),
    )

    expect(seenByEach.filter((isSeen) => !isSeen)).toEqual([])
    const written = await events()
    expect(written.map(({ patient_id }) => patient_id).sort()).toEqual(Array.from({ length: 250 }, (_, n) => patientOf(n)))
    expect(written[0]).toMatchObject({ actor_id: anybody, patient_ids: [patientOf(901), patientOf(902)] })
    // The first alone, and then at most a hundred together.
    expect([...Map.groupBy(written, ({ transaction }) => transaction).values()].map(({ length }) => length)).toEqual([1, 100, 100, 49])
  })

  test('one event that cannot be written refuses its own call, and the others are written once (AUD-1, SAFE-3)', async () => {
    const { id, recorder, events } = await open()

    const settled = await Promise.allSettled([
      recorder.record(id, reading(patientOf(1))),
      recorder.record(id, reading(patientOf(2))),
      recorder.record(id, reading('no id')),
      recorder.record(id, reading(patientOf(3))),
    ])

    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect((await events()).map(({ patient_id }) => patient_id)).toEqual([patientOf(1), patientOf(2), patientOf(3)])
  })

  test('a connection that is lost under a statement refuses no call (SAFE-4)', async () => {
    const { id, services, recorder, query, events } = await open()
    const isHeld = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holding = inTransaction(services.db, { organisationId: id }, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('record-reads test'))`.execute(tx)
      isHeld.resolve()
      await release.promise
    })
    await isHeld.promise
    await query(`create function wait_here() returns trigger language plpgsql as $$ begin
      if new.organisation_id = '${id}' then perform pg_advisory_xact_lock_shared(hashtext('record-reads test')); end if; return new; end $$`)
    await query('create trigger a_wait before insert on audit_events for each row execute function wait_here()')

    const recorded = Promise.all([recorder.record(id, reading(patientOf(1))), recorder.record(id, reading(patientOf(2)))])
    const waiting =
      "select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory' and query like '%record_reads%'"
    await vi.waitUntil(async () => (await query(waiting)).length === 1, 10_000)
    await query(waiting.replace('select pid', 'select pg_terminate_backend(pid)'))
    release.resolve()

    await recorded
    await holding
    await query('drop trigger a_wait on audit_events')
    await query('drop function wait_here()')
    expect((await events()).map(({ patient_id }) => patient_id)).toEqual([patientOf(1), patientOf(2)])
  })

  test('an event is in the log of its own organisation, also when others read at the same moment (ORG-7)', async () => {
    const [one, other] = [await open(), await open()]

    await Promise.all(Array.from({ length: 20 }, (_, n) => one.recorder.record(n % 2 === 0 ? one.id : other.id, reading(patientOf(n)))))

    const isEven = ({ patient_id }: { patient_id: string }) => Number(patient_id.slice(-2)) % 2 === 0
    expect([(await one.events()).length, (await one.events()).every(isEven)]).toEqual([10, true])
    expect([(await other.events()).length, (await other.events()).some(isEven)]).toEqual([10, false])
  })

  test('a call that only reads cannot write (AUD-3)', async () => {
    const { id, services } = await open()

    const writing = inTransaction(services.db, { organisationId: id, isReadOnly: true }, (tx) =>
      sql`insert into wards (organisation_id, name) values (${id}::uuid, 'Ward 1')`.execute(tx),
    )

    await expect(writing).rejects.toThrow('may only read')
  })

  test('what was read is not shown when its event cannot be written (AUD-1)', async () => {
    const { id, query, staff } = await openOrganisation()
    const ada = await staff('Admin')
    expect((await ada.get('/api/patients/patient')).statusCode).toBe(200)

    await query(`alter table audit_events add constraint nothing_here check (organisation_id <> '${id}') not valid`)
    const refused = await ada.get('/api/patients/patient')
    await query('alter table audit_events drop constraint nothing_here')

    expect(refused.statusCode).toBe(500)
    expect(refused.body).not.toContain('docs')
    expect((await ada.get('/api/patients/patient')).statusCode).toBe(200)
  })
})
