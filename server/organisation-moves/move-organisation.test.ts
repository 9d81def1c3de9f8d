import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect, test } from 'vitest'

import { partitionTables } from '#database/partitions.ts'
import { verifyAudit } from '#server/audit/chain/verify-audit.ts'
import { listOrganisationsAtWork, listOrganisationsWithWork } from '#server/organisations/organisation-settings.sql.ts'
import { linkToken } from '#server/notifications/notifications.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { enqueue, job, workerContext } from '#server/platform/jobs.ts'
import { copyKeys } from '#server/platform/keys.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { makeQueues } from '#server/workers.ts'
import { snapshotOf } from '#test/isolation/snapshot.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'
import { ask, freshDatabase, openTestServer, testServer } from '#test/test-server.ts'
import { wholeOrganisation } from '#test/whole-organisation.ts'
import { z } from 'zod'

import { announceMove } from './arrival.sql.ts'
import { cancelMove, type Installation, type Move, moveOrganisation } from './move-organisation.ts'
import { findMovedTables } from './copy-rows.sql.ts'
import { shutOrganisation } from './shut-organisation.sql.ts'
import { DatabaseClient } from '#server/platform/database-client.sql.ts'

const newOrigin = 'https://other.example'

let here: Installation
let there: Installation & { app: Awaited<ReturnType<typeof openTestServer>>['app'] }

/** An installation with the keys of this one. */
async function openOther({ hasOwnKeys = false, partitions = 0 } = {}) {
  const url = await freshDatabase()
  if (partitions > 0) await partitionTables(url, partitions, () => {})
  if (!hasOwnKeys) {
    const [root] = await ask(here.ownerUrl, 'select name, sealed from instance_keys')
    await ask(url, 'insert into instance_keys (name, sealed) values ($1, $2)', [root!['name'], root!['sealed']])
  }
  const { services, app } = await openTestServer({ url })
  return { services, ownerUrl: url, app }
}

beforeAll(async () => {
  const { services, url } = await testServer()
  here = { services, ownerUrl: url }
  await makeQueues(services.boss)
  there = await openOther()
})

const moveOf = ({ id }: { id: string }, more: Partial<Move> = {}): Move => ({
  source: here,
  target: there,
  organisationId: id,
  newOrigin,
  say: () => {},
  waitMs: 2_000,
  ...more,
})

/** The same organisation, as the other installation has it. */
const asThere = (ward: TestOrganisation, { ownerUrl } = there): TestOrganisation => ({
  ...ward,
  query: (text, values) => ask(ownerUrl, text, values),
})

const withoutEventsOfMove = (trail: { event_type: string }[]) => trail.filter(({ event_type }) => !event_type.startsWith('tenantMoved'))

/** As after a process that was killed when the organisation was shut here. */
async function interruptedMove({ id }: { id: string }) {
  const moveId = randomUUID()
  const [source, target] = [here, there].map(({ ownerUrl }) => new DatabaseClient({ connectionString: ownerUrl })) as [
    DatabaseClient,
    DatabaseClient,
  ]
  await Promise.all([source.connect(), target.connect()])
  await announceMove(target, id, moveId)
  await shutOrganisation(source, { organisationId: id, moveId, newOrigin })
  await Promise.all([source.end(), target.end()])
  return moveId
}

/** A job of a queue on which nobody works. */
const letterJob = job('make-letters', z.object({ batchId: z.string() }))

describe('npm run organisation:move', () => {
  test('every row of the organisation is in the other installation, nothing is left here, and other organisations are as before (OPS-5, ORG-7)', async () => {
    const [{ ward }, other] = [await wholeOrganisation(), await wholeOrganisation()]
    await aRequest(ward)
    const [before, ofOther] = [await snapshotOf(ward), await snapshotOf(other.ward)]

    const moved = await moveOrganisation(moveOf(ward))

    expect(moved.rows).toBeGreaterThan(30)
    const { audit_events: events, ...rows } = await snapshotOf(asThere(ward))
    const { audit_events: eventsBefore, ...rowsBefore } = before
    expect(rows).toEqual(rowsBefore)
    expect(events, 'the move itself was recorded').not.toBe(eventsBefore)
    const left = await snapshotOf(ward)
    expect(Object.values(left).filter((one) => one !== null)).toEqual([])
    expect(await snapshotOf(other.ward)).toEqual(ofOther)
  })

  test('users, with their passwords and second factors, go with the organisation, and those of others stay (OPS-5, SIGN-1)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const [mine, theirs] = [await withAccount(ward), await withAccount(other)]

    await moveOrganisation(moveOf(ward))

    const accountsIn = async ({ ownerUrl }: Installation) =>
      (
        await ask<{ id: string }>(ownerUrl, 'select id from accounts a where exists (select from account_totp t where t.account_id = a.id)')
      ).map(({ id }) => id)
    expect(await accountsIn(there)).toContain(mine)
    expect(await accountsIn(here)).toContain(theirs)
    expect(await accountsIn(here)).not.toContain(mine)
    expect(await accountsIn(there)).not.toContain(theirs)
  })

  test('the link of a patient opens there and leads there from here, a posted answer gets a page that leads there (OPS-5, PTN-1)', async () => {
    const { app } = await testServer()
    const ward = await openOrganisation()
    const request = await aRequest(ward)
    const token = linkToken(here.services.keys, request.id)
    await ward.query('update patient_links set token_hash = sha256(convert_to($2, $3)) where request_id = $1', [request.id, token, 'UTF8'])
    expect((await app.inject(`/r/${token}`)).statusCode).toBe(200)

    await moveOrganisation(moveOf(ward))

    const old = await app.inject(`/r/${token}/start`)
    expect(old.statusCode).toBe(303)
    expect(old.headers.location).toBe(`${newOrigin}/r/${token}`)
    const posted = await app.inject({
      method: 'POST',
      url: `/r/${token}/identity`,
      payload: 'day=1&month=2&year=1990',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(posted.statusCode).toBe(410)
    expect(posted.body).toContain('This form has moved to a new address')
    expect(posted.body).toContain(`href="${newOrigin}/r/${token}"`)
    expect((await there.app.inject(`/r/${token}`)).statusCode).toBe(200)
  })

  test('the audit log verifies in both installations, and both have recorded the move (OPS-5, AUD-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    await ada.get('/api/patients/patient?page=1&limit=10')
    const before = await ward.auditTrail()

    await moveOrganisation(moveOf(ward))

    const trail = await ask<{ event_type: string; detail: unknown }>(
      there.ownerUrl,
      'select event_type, detail from audit_events where organisation_id = $1 order by lane, seq',
      [ward.id],
    )
    expect(withoutEventsOfMove(trail).length).toBe(before.length)
    const detail = { move: expect.any(String), from: here.services.config.PUBLIC_URL, to: newOrigin }
    expect(trail).toContainEqual({ event_type: 'tenantMovedHere', detail })
    expect((await verifyAudit(there.services, { organisationId: ward.id })).broken).toEqual([])
    expect((await verifyAudit(here.services)).broken).toEqual([])
    expect(
      await ask(here.ownerUrl, `select subject_id, detail from audit_events where event_type = 'tenantMovedAway' and subject_id = $1`, [
        ward.id,
      ]),
    ).toEqual([{ subject_id: ward.id, detail }])
  })

  test('sequences there go on after the highest number that was moved, and never back (OPS-5)', async () => {
    const ward = await openOrganisation()
    for (let nth = 0; nth < 5; nth++) await aRequest(ward)
    // Far above what the other database has given so far.
    await ward.query(`select setval('patient_counts_id_seq', 1000000)`)
    await aPatient(ward)
    await ask(there.ownerUrl, `select setval('form_request_events_id_seq', 2000000)`)

    await moveOrganisation(moveOf(ward))

    const lastOf = async (sequence: string) =>
      Number((await ask<{ last_value: string }>(there.ownerUrl, `select last_value from ${sequence}`))[0]!.last_value)
    expect(await lastOf('patient_counts_id_seq')).toBe(1_000_001)
    expect(await lastOf('form_request_events_id_seq')).toBe(2_000_000)
  })

  test('a job that was due is done there and no longer here (OPS-5)', async () => {
    const ward = await openOrganisation()
    const batchId = randomUUID()
    await inOrganisation(here.services.db, ward.id, (tx) => enqueue(workerContext(here.services, ward.id, tx), letterJob, { batchId }))
    const jobsIn = ({ ownerUrl }: Installation) =>
      ask(ownerUrl, `select name, state::text, data from pgboss.job where group_id = $1`, [ward.id])
    const before = await jobsIn(here)
    expect(before).toHaveLength(1)

    const moved = await moveOrganisation(moveOf(ward))

    expect(moved.jobs).toBe(1)
    expect(await jobsIn(there)).toEqual(before)
    expect(await jobsIn(here)).toEqual([])
  })

  test('an organisation moves into an installation whose large tables are divided, and back (OPS-5)', async () => {
    const { ward } = await wholeOrganisation()
    const divided = await openOther({ partitions: Number(process.env['TEST_PARTITIONS'] ?? 2) })
    const { audit_events: _, ...before } = await snapshotOf(ward)

    await moveOrganisation(moveOf(ward, { target: divided }))
    const { audit_events: _there, ...moved } = await snapshotOf(asThere(ward, divided))
    expect(moved).toEqual(before)
    await moveOrganisation(moveOf(ward, { source: divided, target: here, newOrigin: 'https://first.example' }))

    const { audit_events: _back, ...back } = await snapshotOf(ward)
    expect(back).toEqual(before)
    expect(await verifyAudit(here.services, { organisationId: ward.id })).toMatchObject({ broken: [] })
  })

  test('an organisation comes back to the installation that it left, and leaves it again (OPS-5)', async () => {
    const { ward } = await wholeOrganisation()
    await moveOrganisation(moveOf(ward))
    const back = { source: there, target: here, newOrigin: 'https://first.example' }
    await moveOrganisation(moveOf(ward, back))
    await moveOrganisation(moveOf(ward))
    await moveOrganisation(moveOf(ward, back))

    expect(await ask(here.ownerUrl, 'select 1 from moved_links where organisation = $1', [ward.id])).toEqual([])
    const ada = await ward.staff('Admin')
    expect((await ada.get('/api/patients/patient?page=1&limit=10')).statusCode).toBe(200)
    expect(await ask(here.ownerUrl, 'select 1 from moved_organisations where id = $1', [ward.id])).toEqual([])
    expect((await verifyAudit(here.services, { organisationId: ward.id })).broken).toEqual([])
  })
})

describe('an organisation that is being moved', () => {
  test('answers 503 to its users and patients, and others go on (OPS-5, ORG-7)', async () => {
    const { app } = await testServer()
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const [ada, grace] = [await ward.staff('Admin'), await other.staff('Admin')]
    const request = await aRequest(ward)
    const token = linkToken(here.services.keys, request.id)
    await ward.query('update patient_links set token_hash = sha256(convert_to($2, $3)) where request_id = $1', [request.id, token, 'UTF8'])
    await interruptedMove(ward)

    const refused = await ada.get('/api/patients/patient?page=1&limit=10')
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await app.inject(`/r/${token}`)).statusCode).toBe(503)
    expect((await grace.get('/api/patients/patient?page=1&limit=10')).statusCode).toBe(200)

    await cancelMove(moveOf(ward))
    expect((await ada.get('/api/patients/patient?page=1&limit=10')).statusCode).toBe(200)
  })

  test('is passed over by scheduled work, which goes on for others (OPS-5, OPS-4)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    for (const one of [ward, other]) await (await one.staff('Admin')).get('/api/patients/patient?page=1&limit=10') // to be signed
    const due = async () => {
      const ids = await listOrganisationsWithWork(here.services, 'sign-audit')
      return [ward, other].map(({ id }) => ids.includes(id))
    }
    const listed = async () => {
      const ids = await inOrganisation(here.services.db, systemOrganisationId, (tx) => listOrganisationsAtWork({ tx }))
      return [ward, other].map(({ id }) => ids.includes(id))
    }
    expect([await due(), await listed()]).toEqual([
      [true, true],
      [true, true],
    ])
    await interruptedMove(ward)

    expect([await due(), await listed()]).toEqual([
      [false, true],
      [false, true],
    ])
    await cancelMove(moveOf(ward))
  })

  test('a change that was under way when the move began is moved with it (OPS-5, OPS-4)', async () => {
    const ward = await openOrganisation()
    const request = await aRequest(ward)
    let isReady = () => {}
    const ready = new Promise<void>((resolve) => (isReady = resolve))
    const changing = inOrganisation(here.services.db, ward.id, async (tx) => {
      await tx
        .updateTable('form_requests')
        .set({ location: 'Late' })
        .where('organisation_id', '=', ward.id)
        .where('id', '=', request.id)
        .execute()
      isReady()
      await new Promise((resolve) => setTimeout(resolve, 1_500))
    })
    await ready
    const moving = moveOrganisation(moveOf(ward))
    await changing
    await moving

    expect(await asThere(ward).query('select location from form_requests where id = $1', [request.id])).toEqual([{ location: 'Late' }])
  })

  test('a job that is at work is awaited, and a move that waits too long changes nothing (OPS-5)', async () => {
    const ward = await openOrganisation()
    await inOrganisation(here.services.db, ward.id, (tx) =>
      enqueue(workerContext(here.services, ward.id, tx), letterJob, { batchId: randomUUID() }),
    )
    await ask(here.ownerUrl, `update pgboss.job set state = 'active', started_on = now() where group_id = $1`, [ward.id])
    const before = await snapshotOf(ward)

    await expect(moveOrganisation(moveOf(ward, { waitMs: 1 }))).rejects.toThrow('The organisation has work under way: make-letters')

    expect(await snapshotOf(ward)).toEqual(before)
    expect((await (await ward.staff('Admin')).get('/api/patients/patient?page=1&limit=10')).statusCode).toBe(200)
  })

  test('a move that fails half-way leaves the organisation at work here, with its jobs, and nothing there (OPS-5)', async () => {
    const { ward } = await wholeOrganisation()
    await ward.query(
      `with quiet as materialized (select set_config('session_replication_role', 'replica', true))
       insert into member_wards (organisation_id, member_id, ward_id) select $1, $2, $3 from quiet`,
      [ward.id, randomUUID(), randomUUID()],
    )
    await inOrganisation(here.services.db, ward.id, (tx) =>
      enqueue(workerContext(here.services, ward.id, tx), letterJob, { batchId: randomUUID() }),
    )
    const before = await snapshotOf(ward)

    await expect(moveOrganisation(moveOf(ward))).rejects.toThrow(/^Rows refer to others that were not moved: member_wards_/)

    expect(await snapshotOf(ward)).toEqual(before)
    expect(Object.values(await snapshotOf(asThere(ward))).filter((one) => one !== null)).toEqual([])
    expect(await ask(here.ownerUrl, `select state::text from pgboss.job where group_id = $1`, [ward.id])).toEqual([{ state: 'created' }])
    expect((await (await ward.staff('Admin')).get('/api/patients/patient?page=1&limit=10')).statusCode).toBe(200)
  })

  test('a row that the other database refuses leaves the organisation at work here (OPS-5)', async () => {
    const ward = await openOrganisation()
    const account = await withAccount(ward)
    const [elsewhere] = await ask<{ id: string }>(
      there.ownerUrl,
      `insert into organisations (name, ods_code) values ('Elsewhere', $1) returning id`,
      [randomUUID().slice(0, 12)],
    )
    // The same identity with the provider of sign-in, under another email address.
    await ask(
      there.ownerUrl,
      `insert into members (organisation_id, subject, first_name, last_name, email_address, role) values ($1, $2, 'Ada', 'Byron', $3, 'User')`,
      [elsewhere!.id, account, `${randomUUID()}@example.com`],
    )
    const before = await snapshotOf(ward)

    await expect(moveOrganisation(moveOf(ward))).rejects.toThrow('members_subject_key')
    expect(await snapshotOf(ward)).toEqual(before)
    expect((await (await ward.staff('Admin')).get('/api/patients/patient?page=1&limit=10')).statusCode).toBe(200)
  })

  test.each(['source', 'target'] as const)(
    'a connection to the %s that is lost while rows are copied loses nothing, and the next run ends the move (OPS-5)',
    async (side) => {
      const ward = await openOrganisation()
      const { ownerUrl } = side === 'source' ? here : there
      const lock = new DatabaseClient({ connectionString: ownerUrl })
      await lock.connect()
      try {
        // Only the copy uses this table, so the move waits in its middle until its connection is cut.
        await lock.query('begin')
        await lock.query('lock table saved_views in access exclusive mode')
        const moved = moveOrganisation(moveOf(ward)).catch((error: Error) => error.message)

        await eventually(async () => {
          const cut = await ask(
            ownerUrl,
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%"saved_views"%' and wait_event_type = 'Lock'`,
          )
          return cut.length > 0
        })
        expect(await moved).toMatch(/The organisation answers no calls: run the command again, or with --cancel$/)
      } finally {
        await lock.end()
      }
      await moveOrganisation(moveOf(ward))
      expect(await ask(there.ownerUrl, 'select 1 from organisations where id = $1', [ward.id])).toHaveLength(1)
      expect(await ask(here.ownerUrl, 'select 1 from organisations where id = $1', [ward.id])).toEqual([])
    },
  )

  test('a move that was interrupted is continued (OPS-5)', async () => {
    const ward = await openOrganisation()
    await aRequest(ward)
    await interruptedMove(ward)

    await expect(moveOrganisation(moveOf(ward, { newOrigin: 'https://third.example' }))).rejects.toThrow(`leads to ${newOrigin}`)
    await moveOrganisation(moveOf(ward))

    expect(await asThere(ward).query('select count(*)::int as requests from form_requests where organisation_id = $1', [ward.id])).toEqual([
      { requests: 1 },
    ])
    await expect(moveOrganisation(moveOf(ward))).rejects.toThrow('moved to another installation already')
    await expect(cancelMove(moveOf(ward))).rejects.toThrow('No move of this organisation is under way')
  })

  test('while it is not known whether the copy was committed, the next run and --cancel wait for it, and nothing is in both places (OPS-5)', async () => {
    const [late, cancelled] = [await openOrganisation(), await openOrganisation()]
    for (const ward of [late, cancelled]) {
      await aRequest(ward)
      await interruptedMove(ward)
    }
    const copying = new DatabaseClient({ connectionString: there.ownerUrl })
    await copying.connect()
    await copying.query('begin')
    for (const { id } of [late, cancelled]) {
      await copying.query('select from arriving_organisations where id = $1 for update', [id])
      await copying.query('insert into organisations (id, name, ods_code) values ($1, $2, $3)', [id, 'Late', `L${id.slice(0, 8)}`])
      await copying.query('update arriving_organisations set arrived_at = now() where id = $1', [id])
    }
    const cancelling = cancelMove(moveOf(cancelled)).catch((error: Error) => error.message)
    await eventually(async () => {
      const waiting = await ask(
        there.ownerUrl,
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%given_up_at = now()%'`,
      )
      return waiting.length > 0
    })
    await copying.query('commit')
    await copying.end()

    expect(await cancelling).toContain('complete in the other installation')
    for (const ward of [late, cancelled]) {
      await moveOrganisation(moveOf(ward))
      expect(await ask(here.ownerUrl, 'select 1 from form_requests where organisation_id = $1', [ward.id])).toEqual([])
    }
  })

  test('a move is neither continued nor given up with another database than the one with which it began (OPS-5)', async () => {
    const ward = await openOrganisation()
    await interruptedMove(ward)
    const before = await snapshotOf(ward)
    const wrong = await openOther()
    // A copy of an earlier day, in which the organisation is whole.
    await ask(wrong.ownerUrl, 'insert into organisations (id, name, ods_code) values ($1, $2, $3)', [
      ward.id,
      'Yesterday',
      `Y${ward.id.slice(0, 8)}`,
    ])

    await expect(moveOrganisation(moveOf(ward, { target: wrong }))).rejects.toThrow('is not the one with which the move began')
    await expect(cancelMove(moveOf(ward, { target: wrong }))).rejects.toThrow('is not the one with which the move began')

    expect(await snapshotOf(ward)).toEqual(before)
    await cancelMove(moveOf(ward))
    expect((await (await ward.staff('Admin')).get('/api/patients/patient?page=1&limit=10')).statusCode).toBe(200)
  })

  test('a message that its provider has not answered is awaited (OPS-5, NOT-8)', async () => {
    const ward = await openOrganisation()
    const request = await aRequest(ward)
    await ward.query(
      `insert into notifications (organisation_id, request_id, category, method, status, try_began_at) values ($1, $2, 'request_created', 'sms', 'queued', now())`,
      [ward.id, request.id],
    )
    await expect(moveOrganisation(moveOf(ward, { waitMs: 1 }))).rejects.toThrow('a message that its provider has not answered')
    await ward.query('update notifications set try_began_at = null where organisation_id = $1', [ward.id])
    await moveOrganisation(moveOf(ward))
  })

  test('others go on while the command waits for a transaction of the organisation (OPS-5, ORG-7)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    const [ada, grace] = [await ward.staff('Admin'), await other.staff('Admin')]
    let end = () => {}
    const holding = inOrganisation(here.services.db, ward.id, () => new Promise<void>((resolve) => (end = resolve)))
    const moving = moveOrganisation(moveOf(ward, { waitMs: 60_000 }))
    const statuses = new Set<number>()
    for (let nth = 0; nth < 20; nth++) {
      statuses.add((await ada.get('/api/patients/patient?page=1&limit=10')).statusCode)
      statuses.add((await grace.get('/api/patients/patient?page=1&limit=10')).statusCode)
    }
    end()
    await holding
    await moving

    expect([...statuses]).toEqual([200])
  })
})

describe('npm run organisation:move refuses', () => {
  test('an installation with other keys, where no link would open (OPS-5)', async () => {
    const ward = await openOrganisation()
    const stranger = await openOther({ hasOwnKeys: true })

    await expect(moveOrganisation(moveOf(ward, { target: stranger }))).rejects.toThrow('has other keys')
    await expect(copyKeys(here.ownerUrl, stranger.ownerUrl)).rejects.toThrow('APP_SECRET: this installation needs one')
  })

  test('an address whose role cannot read every organisation, with the statements that change it (OPS-5, ORG-7)', async () => {
    const ward = await openOrganisation()
    const role = `reader_${randomUUID().slice(0, 8)}`
    await ask(here.ownerUrl, `create role ${role} login in role pg_read_all_data`)
    const source = { ...here, ownerUrl: here.ownerUrl.replace('postgres@', `${role}@`) }

    await expect(moveOrganisation(moveOf(ward, { source }))).rejects.toThrow(`alter role ${role} bypassrls; grant set on parameter`)
    await expect(cancelMove(moveOf(ward, { source }))).rejects.toThrow(`alter role ${role} bypassrls`)
    await ask(here.ownerUrl, `drop role ${role}`)
  })

  test('a user or an ODS code that the other installation has already, without naming an address (OPS-5, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const account = await withAccount(ward)
    const [{ address } = { address: '' }] = await ask<{ address: string }>(
      here.ownerUrl,
      'select email_address as address from accounts where id = $1',
      [account],
    )
    await ask(there.ownerUrl, 'insert into accounts (email_address) values ($1)', [address.toUpperCase()])
    await ask(there.ownerUrl, `insert into organisations (name, ods_code) values ('Same code', $1)`, [
      `T${ward.id.slice(0, 8)}`.toLowerCase(),
    ])

    const refused = await moveOrganisation(moveOf(ward)).catch((error: Error) => error.message)

    expect(refused).toMatch(/has an organisation with the ODS code T[\da-f]{8}\. 1 of the organisation's users have an account/)
    expect(refused).toMatch(/Nothing was moved$/)
    expect(refused).not.toContain(address)
  })

  test('the organisation of the system administrators, an unknown one, and one whose audit log is not whole (OPS-5, AUD-4)', async () => {
    const ward = await openOrganisation()
    await (await ward.staff('Admin')).get('/api/patients/patient?page=1&limit=10')
    await ask(here.ownerUrl, `update audit_events set event_type = 'patientRead' where organisation_id = $1`, [ward.id])

    await expect(moveOrganisation(moveOf(ward))).rejects.toThrow('audit log of the organisation is not whole')
    await expect(moveOrganisation(moveOf({ id: randomUUID() }))).rejects.toThrow('There is no organisation with this id')
    await expect(moveOrganisation(moveOf({ id: '00000000-0000-0000-0000-000000000000' }))).rejects.toThrow('system administrators')
  })
})

test('every table is moved, or is named here with the reason (OPS-5)', async () => {
  const source = new DatabaseClient({ connectionString: here.ownerUrl })
  await source.connect()
  const moved = new Set((await findMovedTables(source)).map(({ name }) => name))
  const { rows } = await source.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  await source.end()
  expect(rows.flatMap(({ name }) => (moved.has(name) ? [] : [name]))).toEqual([
    'arriving_organisations', // of moves, like moved_ and moving_ below
    'channel_states', // how soon a provider may be called again
    'instance_keys', // of the installation
    'integration_client_calls', // how often clients called in this minute
    'moved_links',
    'moved_organisations',
    'moving_jobs',
    'oidc_store', // sessions: users sign in again
    'schema_migrations',
    'seen_proofs', // of a minute
    'session_proofs', // of sessions
    'sign_in_throttle', // wrong passwords of the last minutes
    'signing_keys', // of tokens of the installation
  ])
})

/** A user who signs in with a password and a second factor. Returns the id of the account. */
async function withAccount(ward: TestOrganisation) {
  const address = `${randomUUID()}@example.com`
  const [account] = await ward.query('insert into accounts (email_address, password_hash) values ($1, $2) returning id', [
    address,
    'made up',
  ])
  const id = String(account!['id'])
  await ward.query('insert into account_totp (account_id, sealed, added_at) values ($1, $2, now())', [id, Buffer.from('made up')])
  await ward.query('update members set subject = $2, email_address = $3 where id = $1', [(await ward.staff('User')).id, id, address])
  return id
}
