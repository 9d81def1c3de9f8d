import { beforeEach, describe, expect, test } from 'vitest'

import { findLastWholeCheck } from '#server/platform/audit.sql.ts'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/open-services.ts'
import { stepIn } from '#server/platform/jobs.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { atEndOfFile } from '#test/end-of-file.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { asApplication, testServer } from '#test/test-server.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { digestOfAll } from './digest-of-all.ts'
import { signLanes } from './sign-audit.job.ts'
import { beginVerification, finishVerification, isWholeDue, startVerifyingAudit, verifyPart } from './verify-audit.job.ts'
import { verifiedPlaces } from './verified-places.ts'
import { verifyAudit } from './verify-audit.ts'

const sign = ({ id, services }: TestOrganisation) => stepIn(services, id)(signLanes)

const write = (ward: TestOrganisation, count: number) =>
  ward.query(
    "insert into audit_events (organisation_id, event_type, actor_kind) select $1, 'formRead', 'worker' from generate_series(1, $2::int)",
    [ward.id, count],
  )

/** An organisation with so many signed events. */
async function signed(count: number) {
  const ward = await openOrganisation()
  await write(ward, count)
  await sign(ward)
  return ward
}

const alter = (ward: TestOrganisation, seq: number) =>
  ward.query("update audit_events set event_type = 'patientRead' where organisation_id = $1 and seq = $2", [ward.id, seq])

/** More than 31 days before `wednesday()`, which is yesterday on a Sunday. */
const longAgo = '33 days'

/** Lets the next night verify the whole log, or only what is new. */
const setLastWhole = async (ward: TestOrganisation, age: string) => {
  await ward.query('delete from audit_checks')
  await ward.query('insert into audit_checks (organisation_id, at, events, broken_lanes) values ($1, now() - $2::interval, 0, 0)', [
    systemOrganisationId,
    age,
  ])
}

/** The system organisation of a worker; its jobs stay in the queue, and the test does them. */
const workerOf = (services: TestOrganisation['services'], signal = new AbortController().signal) => ({
  ...stepsOf({ services, id: systemOrganisationId }),
  signal,
})

const partsOf = (ward: TestOrganisation) =>
  ward.query(
    `select (extract(epoch from started_at) * 1000000)::bigint::text as "startedAt", number, is_whole, events::int, broken_lanes, remaining
     from audit_check_parts order by number`,
  ) as Promise<{ startedAt: string; number: number; is_whole: boolean; events: number; broken_lanes: number; remaining: string[] }[]>

/** A night of one worker. Returns the result that was kept. */
async function night(ward: TestOrganisation, { isWhole = false } = {}) {
  const steps = workerOf(ward.services)
  // A Wednesday is never the first Sunday.
  await setLastWhole(ward, isWhole ? longAgo : '1 day')
  await steps.step((ctx) => beginVerification(ctx, wednesday()))
  for (const { startedAt, number } of await partsOf(ward)) await verifyPart(steps, { startedAt, number })
  for (const { startedAt } of (await partsOf(ward)).slice(0, 1)) await finishVerification(steps, { startedAt })
  expect(await partsOf(ward)).toEqual([])
  const [check] = await ward.query('select broken_lanes, is_whole, events::int from audit_checks order by at desc limit 1')
  return check as { broken_lanes: number; is_whole: boolean; events: number }
}

/** A moment of this week that is no Sunday, close to now. */
const wednesday = () => {
  const now = new Date()
  return now.getUTCDay() === 0 ? new Date(now.getTime() - 86_400_000) : now
}

const placesOf = async (ward: TestOrganisation) =>
  (await ward.query('select lane, seq::int from verified_checkpoints where organisation_id = $1 order by lane', [ward.id])).map(
    ({ seq }) => seq,
  )

// A verification is of all organisations, so that each test needs a database without what the others altered.
beforeEach(async () => {
  const { owner } = await testServer()
  for (const table of ['audit_events', 'audit_checkpoints', 'verified_checkpoints', 'audit_check_parts'])
    await owner.query(`delete from ${table}`)
})

describe('The nightly verification of the audit log', () => {
  test('begins at the last good checkpoint, and finds what was altered after it (AUD-4, OPS-5)', async () => {
    const ward = await signed(6)
    expect(await night(ward)).toMatchObject({ broken_lanes: 0, is_whole: false })
    expect(await placesOf(ward)).toEqual([6])
    await write(ward, 3)
    await sign(ward)
    await write(ward, 1)

    expect(await night(ward)).toMatchObject({ broken_lanes: 0, events: 4 })
    expect(await placesOf(ward)).toEqual([9])

    await alter(ward, 10)
    expect(await night(ward)).toMatchObject({ broken_lanes: 1, events: 0 })
    expect(await placesOf(ward)).toEqual([9])
  })

  test('an event altered before the last good checkpoint is found by the verification of the whole log, and by every night after it (AUD-4)', async () => {
    const ward = await signed(4)
    await write(ward, 4)
    await sign(ward)
    await night(ward)
    await alter(ward, 6)

    expect(await night(ward)).toMatchObject({ broken_lanes: 0 })
    expect(await night(ward, { isWhole: true })).toMatchObject({ broken_lanes: 1, is_whole: true })
    expect(await placesOf(ward)).toEqual([4])
    expect(await night(ward)).toMatchObject({ broken_lanes: 1, is_whole: false })

    await alter(ward, 2)
    await night(ward, { isWhole: true })
    expect(await placesOf(ward)).toEqual([])
  })

  test('a place that was moved behind an altered event has no seal, so its lane is read from the first event (AUD-4)', async () => {
    const ward = await signed(4)
    await night(ward)
    await write(ward, 4)
    await sign(ward)
    await alter(ward, 6)
    await ward.query(
      `update verified_checkpoints v set seq = c.seq, signature = c.signature from audit_checkpoints c
       where v.organisation_id = $1 and c.organisation_id = $1 and c.seq = 8`,
      [ward.id],
    )

    expect(await night(ward)).toMatchObject({ broken_lanes: 1 })
    expect(await placesOf(ward)).toEqual([4])
  })

  test('a row of audit_checks that was written by somebody else does not put the verification of the whole log off (AUD-4)', async () => {
    const ward = await signed(4)
    // As a verification that began 32 days ago leaves it.
    const startedAt = `${Date.now() - 32 * 86_400_000}000`
    const places = verifiedPlaces(ward.services, ward.id, { startedAt, isWhole: true, signal: new AbortController().signal })
    await verifyAudit(ward.services, { organisationId: ward.id, places })
    await alter(ward, 2)

    expect(await night(ward)).toMatchObject({ broken_lanes: 1, is_whole: false })
    await ward.query("insert into audit_checks (organisation_id, at, events, broken_lanes) values ($1, '2099-01-04', 1, 0)", [
      systemOrganisationId,
    ])
    expect((await workerOf(ward.services).step(findLastWholeCheck))?.at).not.toMatch(/^2099/)
  })

  test.each([
    [
      'without organisations that are left',
      "insert into audit_check_parts (organisation_id, started_at, number, is_whole, remaining) values ($1, now(), 0, true, '{}')",
    ],
    ['emptied while it is under way', "update audit_check_parts set remaining = '{}' where organisation_id = $1"],
  ])('a part that somebody else has written, %s, is no verification (AUD-4)', async (_what, forge) => {
    const ward = await signed(4)
    await alter(ward, 2)
    const steps = workerOf(ward.services)
    await setLastWhole(ward, longAgo)
    if (forge.startsWith('update')) await steps.step((ctx) => beginVerification(ctx, wednesday()))
    await ward.query(forge, [systemOrganisationId])

    await steps.step((ctx) => beginVerification(ctx, wednesday()))
    for (const { startedAt } of (await partsOf(ward)).slice(0, 1)) await finishVerification(steps, { startedAt })

    const [check] = await ward.query('select broken_lanes > 0 as "isBroken" from audit_checks order by at desc limit 1')
    expect(check).toEqual({ isBroken: true })
  })

  test.each([
    [
      'its events and checkpoints',
      'delete from audit_events where organisation_id = $1; delete from audit_checkpoints where organisation_id = $1',
    ],
    ['the verified checkpoint', 'delete from audit_checkpoints where organisation_id = $1'],
  ])('a lane is broken when %s were deleted, in every night (AUD-4)', async (_what, deletion) => {
    const ward = await signed(4)
    await night(ward)
    for (const statement of deletion.split(';')) await ward.query(statement, [ward.id])

    expect(await night(ward)).toMatchObject({ broken_lanes: 1 })
    expect(await night(ward, { isWhole: true })).toMatchObject({ broken_lanes: 1 })
    expect(await night(ward)).toMatchObject({ broken_lanes: 1 })
  })

  test('a whole verification that was stopped goes on in the middle of a lane, and the next night continues it (AUD-4, OPS-5)', async () => {
    const ward = await signed(5_000)
    await write(ward, 500)
    await sign(ward)
    await setLastWhole(ward, longAgo)
    const { step } = workerOf(ward.services)
    await step((ctx) => beginVerification(ctx, wednesday(), 1))
    const part = (await partsOf(ward)).find(({ remaining }) => remaining[0] === ward.id)!

    // The process is told to end while it notes the first place of the lane.
    const ending = new AbortController()
    const { keys } = ward.services
    const sealing = (purpose: string, text: string) => {
      if (purpose === 'verified-checkpoint' && text.startsWith(ward.id)) ending.abort(new Error('ending'))
      return keys.sign(purpose, text)
    }
    const dying = { ...ward.services, keys: { ...keys, sign: sealing } }
    await expect(verifyPart(workerOf(dying, ending.signal), part)).rejects.toThrow('ending')
    expect(await placesOf(ward)).toEqual([5_000])

    await step((ctx) => beginVerification(ctx, wednesday(), 1))
    const steps = workerOf(ward.services)
    for (const one of await partsOf(ward)) await verifyPart(steps, one)
    const parts = await partsOf(ward)
    expect(parts.find(({ number }) => number === part.number)).toEqual({ ...part, remaining: [], events: 500 })
    await finishVerification(steps, part)
    await finishVerification(steps, part) // a second end changes nothing
    expect(await ward.query('select is_whole from audit_checks where broken_lanes >= 0 order by at desc limit 1')).toEqual([
      { is_whole: true },
    ])
    expect(await partsOf(ward)).toEqual([])
  })

  test('an organisation that fails holds up no other one, and the result waits for it (AUD-4, OPS-5)', async () => {
    const [one, other] = [await signed(1), await signed(1)]
    await setLastWhole(one, '1 day')
    const steps = workerOf(one.services)
    await steps.step((ctx) => beginVerification(ctx, wednesday()))
    await one.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
    await one.query(
      `create trigger refuse before insert on verified_checkpoints for each row when (new.organisation_id = '${one.id}') execute function refuse()`,
    )
    const { startedAt } = (await partsOf(one))[0]!
    const verifyAll = async () => {
      for (const part of await partsOf(one)) await verifyPart(steps, part)
    }

    await expect(verifyAll()).rejects.toThrow('refused')
    await finishVerification(steps, { startedAt })
    expect((await partsOf(one)).flatMap(({ remaining }) => remaining)).toEqual([one.id])
    expect([await placesOf(one), await placesOf(other)]).toEqual([[], [1]])

    await one.query('drop function refuse cascade')
    await verifyAll()
    await finishVerification(steps, { startedAt })
    expect(await partsOf(one)).toEqual([])
  })

  test('an organisation that is being moved, from before or from within the night, holds up no other one and is verified again afterwards (AUD-4, OPS-5)', async () => {
    const [moving, other] = [await signed(2), await signed(3)]
    const shut = () =>
      moving.query(`insert into moved_organisations (id, move_id, new_origin) values ($1, $1, 'https://other.example')`, [moving.id])
    const reopen = () => moving.query('delete from moved_organisations where id = $1', [moving.id])

    await shut()
    expect(await night(other, { isWhole: true })).toEqual({ broken_lanes: 0, is_whole: true, events: 3 })
    expect([await placesOf(moving), await placesOf(other)]).toEqual([[], [3]])
    await reopen()

    await setLastWhole(other, longAgo)
    const steps = workerOf(other.services)
    await steps.step((ctx) => beginVerification(ctx, wednesday()))
    const parts = await partsOf(other)
    await shut()
    for (const part of parts) await verifyPart(steps, part)
    await finishVerification(steps, parts[0]!)
    expect(await partsOf(other)).toEqual([])
    await reopen()

    expect(await night(other)).toMatchObject({ broken_lanes: 0, events: 2 })
    expect(await placesOf(moving)).toEqual([2])
  })

  test('two workers share the parts, and the log gets the digest of the whole (AUD-4, OPS-5)', async () => {
    const wards = await Promise.all(Array.from({ length: 8 }, () => signed(200)))
    const ward = wards[0]!
    const { url } = await testServer()
    const lines: { worker: number; msg: string; digest?: string }[] = []
    const begin = async (worker: number) => {
      const services = await openServices(
        readConfig({ LOG_LEVEL: 'debug', DEMO: 'true', DATABASE_POOL: '3' }),
        { url: asApplication(url), ownerUrl: url },
        { write: (line) => void lines.push({ worker, ...(JSON.parse(line) as { msg: string; digest?: string }) }) },
      )
      atEndOfFile(services.close)
      await startVerifyingAudit(services)
    }
    await setLastWhole(ward, longAgo)
    await workerOf(ward.services).step((ctx) => beginVerification(ctx, wednesday(), 1))
    const parts = (await partsOf(ward)).length
    await Promise.all([begin(1), begin(2)])

    const digest = await eventually(async () => lines.find(({ msg }) => msg === 'the audit log is complete and unaltered')?.digest, 60)
    const done = lines.filter(({ msg }) => msg === 'a part of the audit log is verified')
    expect(done).toHaveLength(parts)
    expect(new Set(done.map(({ worker }) => worker))).toEqual(new Set([1, 2]))
    expect(await verifyAudit(ward.services, { against: digest })).toMatchObject({ differs: false, broken: [] })
    expect(await digestOfAll(ward.services, digest.split('/')[0]!, new AbortController().signal)).toBe(digest)
  })
})

describe('isWholeDue', () => {
  test.each([
    ['never verified', undefined, '2026-11-04T03:37:00Z', true],
    ['a Wednesday, a week ago', '2026-11-01T04:00:00Z', '2026-11-04T03:37:00Z', false],
    ['the first Sunday', '2026-11-01T04:00:00Z', '2026-12-06T03:37:00Z', true],
    ['the first Sunday, a second time', '2026-12-06T04:00:00Z', '2026-12-06T20:00:00Z', false],
    ['the second Sunday', '2026-12-06T04:00:00Z', '2026-12-13T03:37:00Z', false],
    ['more than 31 days ago', '2026-11-01T03:00:00Z', '2026-12-02T03:37:00Z', true],
  ])('%s: %s, %s → %s (AUD-4)', (_name, last, now, expected) => {
    expect(isWholeDue(last, new Date(now))).toBe(expected)
  })
})
