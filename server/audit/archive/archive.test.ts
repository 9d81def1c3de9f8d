import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { verifiedPlaces } from '#server/audit/chain/verified-places.ts'
import { verifyAudit, verifyLane } from '#server/audit/chain/verify-audit.ts'
import { openOwnerDatabase, type Database } from '#server/platform/database.ts'
import { stepIn } from '#server/platform/jobs.ts'
import { atEndOfFile } from '#test/end-of-file.ts'
import { addOldEvents, signOn, writeOldEvents } from '#test/old-audit-events.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'
import { asApplication, testServer } from '#test/test-server.ts'

import { archiveEvents, planArchiving } from './archive-events.ts'
import { filesOf } from './archive-files.ts'
import { whileOnlyArchiving } from './archive.sql.ts'
import { verifyArchive } from './verify-archive.ts'

let owner: Database
beforeAll(async () => {
  owner = openOwnerDatabase((await testServer()).url)
  atEndOfFile(() => owner.pool.end())
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'formward-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const before = '2015-01-01'

/** Moves events in ranges of at most five. */
const archive = (ward: TestOrganisation, folder: string, { by = owner, until = before } = {}) =>
  archiveEvents({ services: ward.services, owner: by, folder, most: 5 }, { organisationId: ward.id, before: until })

/** An organisation whose events of 2010 to 2012 are in the archive, in three files. */
async function archived() {
  const [ward, folder] = [await openOrganisation(), newFolder()]
  await addOldEvents(ward)
  await archive(ward, folder)
  return { ward, folder }
}

const verify = (ward: TestOrganisation, against?: string) => verifyAudit(ward.services, { organisationId: ward.id, against })
const verifyFiles = (ward: TestOrganisation, folder: string) => verifyArchive(ward.services, folder, ward.id)
const told = (broken: readonly { seq: number; problem: string }[]) =>
  broken.map(({ seq, problem }) => `${seq} ${problem.split(/[:,(]/)[0]!.trim()}`)
const file = (ward: TestOrganisation, folder: string, first: number) => filesOf(folder, { organisationId: ward.id, lane: 0, first })

const seqsOf = async (ward: TestOrganisation) =>
  (await ward.query('select seq::int from audit_events where organisation_id = $1 and lane = 0 order by seq', [ward.id])).map(
    ({ seq }) => seq,
  )

describe('audit:archive moves old events to signed files (OPS-6)', () => {
  test('events before the day leave the database in ranges that end at checkpoints, and the files hold them with every field (AUD-4)', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)
    const rows = `select seq::int, id::text, event_type as "eventType", patient_ids[1]::text as patient, detail::text, encode(hash, 'hex') as hash
      from audit_events where organisation_id = $1 and seq <= 4 order by seq`
    const old = await ward.query(rows, [ward.id])

    expect(await archive(ward, folder)).toEqual([{ organisationId: ward.id, before, ranges: 3, events: 11 }])

    expect(await seqsOf(ward)).toEqual([12, 13, 14, 15, 16]) // two of today, and one for each range
    const lines = gunzipSync(readFileSync(file(ward, folder, 1).events))
      .toString()
      .trimEnd()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      old.map(({ patient, ...row }) => ({ ...row, organisationId: ward.id, patientIds: expect.stringContaining(patient as string) })),
    )
    const sha256 = createHash('sha256')
      .update(readFileSync(file(ward, folder, 5).events))
      .digest('hex')
    expect(JSON.parse(readFileSync(file(ward, folder, 5).manifest, 'utf8'))).toMatchObject({ first: 5, last: 8, events: 4, before, sha256 })
    expect(statSync(file(ward, folder, 5).events).mode & 0o077).toBe(0)
    const trail = (await ward.auditTrail()).filter(({ event_type }) => event_type === 'auditEventsArchived')
    expect(trail).toHaveLength(3)
    expect(trail[1]).toMatchObject({ detail: { lane: 0, first: 5, last: 8, events: 4, before, sha256 } })
  })

  test('the verification begins after the archived events, with the same digest as before, and the files are verified with it (AUD-4)', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)
    const { digest } = await verify(ward)
    await archive(ward, folder)

    expect(await verify(ward, digest)).toMatchObject({ broken: [], differs: false, archived: 11, events: 5, checkpoints: 4 })
    expect(await verifyFiles(ward, folder)).toEqual({ files: 3, events: 11, broken: [] })
  })

  test('a dry run says the same and changes nothing', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)

    expect(await planArchiving(ward.services, { organisationId: ward.id, before }, 5)).toEqual([
      { organisationId: ward.id, before, ranges: 3, events: 11 },
    ])
    expect(readdirSync(folder)).toEqual([])
    expect(await seqsOf(ward)).toHaveLength(13)
    expect(await planArchiving(ward.services, { organisationId: ward.id, before })).toMatchObject([{ ranges: 1, events: 11 }])
  })

  test('a second run finds nothing, and a later day moves what was added', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)
    await archive(ward, folder, { until: '2011-01-01' })
    expect(await seqsOf(ward)).toHaveLength(10)

    expect(await archive(ward, folder, { until: '2011-01-01' })).toMatchObject([{ ranges: 0, events: 0 }])
    expect(await archive(ward, folder)).toMatchObject([{ ranges: 2, events: 7 }])
    expect(await verify(ward)).toMatchObject({ broken: [], archived: 11 })
    expect(await verifyFiles(ward, folder)).toMatchObject({ files: 3, broken: [] })
  })

  test('the last event of a lane stays, so that the next one follows it', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await writeOldEvents(ward, 4, '2010-06-01')
    await signOn(ward, '2010-06-01')

    expect(await archive(ward, folder)).toMatchObject([{ ranges: 0 }])
    expect(await seqsOf(ward)).toEqual([1, 2, 3, 4])
  })

  test('another organisation keeps its events and does not see the ranges (ORG-7)', async () => {
    const other = await openOrganisation()
    await addOldEvents(other)
    const { ward } = await archived()

    expect(await seqsOf(other)).toHaveLength(13)
    const seen = async ({ id, services }: TestOrganisation) =>
      stepIn(services, id)(({ tx }) => tx.selectFrom('archived_audit_ranges').select('organisation_id').execute())
    expect(await seen(other)).toEqual([])
    expect(await seen(ward)).toHaveLength(3)
  })

  test('events of the retention period stay, whatever the day', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)
    const years = new Date().getUTCFullYear() - 2011
    await ward.query('update organisations set retention_years = $2 where id = $1', [ward.id, years])

    const [plan] = await archive(ward, folder, { until: '2020-01-01' })

    expect(plan).toMatchObject({ reason: 'retention', before: expect.stringMatching(/^2011-/) })
    expect(await seqsOf(ward)).toContain(12)
    expect(await seqsOf(ward)).not.toContain(4)
  })

  test('events since the creation of a record on legal hold, or of one merged into it, stay', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)
    const [held, merged] = [await aPatient(ward), await aPatient(ward)]
    await ward.query("update patients set hold_since = now(), hold_reason = 'Inquest' where organisation_id = $1 and id = $2", [
      ward.id,
      held.id,
    ])
    await ward.query("update patients set created_at = '2012-01-01' where organisation_id = $1 and id = $2", [ward.id, held.id])
    await ward.query("update patients set created_at = '2010-12-31 12:00Z' where organisation_id = $1 and id = $2", [ward.id, merged.id])

    expect(await planArchiving(ward.services, { organisationId: ward.id, before })).toMatchObject([
      { before: '2012-01-01', reason: 'legal hold', events: 8 },
    ])
    await ward.query(
      `insert into patient_merges (organisation_id, kept_id, merged_id, merged_by, reason, moved, fields)
       values ($1, $2, $3, gen_random_uuid(), 'registered_twice', '{}', '{}')`,
      [ward.id, held.id, merged.id],
    )
    expect(await archive(ward, folder)).toMatchObject([{ before: '2010-12-31', reason: 'legal hold', events: 4 }])
  })
})

describe('audit:archive that is ended or meets an altered log loses nothing (OPS-6)', () => {
  const dead = async () => {
    const closed = openOwnerDatabase((await testServer()).url)
    await closed.pool.end()
    return closed
  }

  test('ended between the file and the deletion: the next run takes the file that is there, once', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)
    await expect(archive(ward, folder, { by: await dead() })).rejects.toThrow()
    expect(await seqsOf(ward)).toHaveLength(13)
    expect(await verify(ward)).toMatchObject({ broken: [], archived: 0, events: 13 })
    const written = statSync(file(ward, folder, 1).events).mtimeMs

    await expect(archive(ward, folder, { until: '2010-12-31' })).rejects.toThrow('Choose that day or a later one')
    expect(await archive(ward, folder)).toMatchObject([{ ranges: 3, events: 11 }])

    expect(statSync(file(ward, folder, 1).events).mtimeMs).toBe(written)
    expect(await verify(ward)).toMatchObject({ broken: [], archived: 11, events: 5 })
    expect(await verifyFiles(ward, folder)).toEqual({ files: 3, events: 11, broken: [] })
  })

  test('ended while it wrote: the half file and a file without a manifest are written again', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)
    await expect(archive(ward, folder, { by: await dead() })).rejects.toThrow()
    const { events, manifest } = file(ward, folder, 1)
    rmSync(manifest)
    writeFileSync(events, readFileSync(events).subarray(0, 50))
    writeFileSync(`${events}.part`, 'half')

    await archive(ward, folder)

    expect(await verifyFiles(ward, folder)).toMatchObject({ files: 3, broken: [] })
    expect(readdirSync(join(folder, ward.id)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('a file that was altered before the events were deleted, or whose manifest was, is not taken', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)
    await expect(archive(ward, folder, { by: await dead() })).rejects.toThrow()
    const { events, manifest } = file(ward, folder, 1)
    const [bytes, text] = [readFileSync(events), readFileSync(manifest, 'utf8')]
    writeFileSync(events, gzipSync(gunzipSync(bytes).toString().replace('formRead', 'formList')))
    await expect(archive(ward, folder)).rejects.toThrow(/event 1 of .*altered/)
    writeFileSync(events, bytes)
    writeFileSync(manifest, text.replace('"before": "2015', '"before": "2014'))
    await expect(archive(ward, folder)).rejects.toThrow('was altered, or belongs to another database')
    expect(await seqsOf(ward)).toHaveLength(13)
  })

  test('an event that was altered in the database ends it before the range, and the log stays as it is (AUD-4)', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)
    await ward.query("update audit_events set event_type = 'formList' where organisation_id = $1 and seq = 6", [ward.id])

    await expect(archive(ward, folder)).rejects.toThrow(/lane 0, event 6 of .*: altered.*Nothing from there on was moved/)

    expect(await seqsOf(ward)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(told((await verify(ward)).broken)).toEqual(['6 altered'])
  })

  test('a legal hold that is set after the file was written keeps the events', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await addOldEvents(ward)
    await expect(archive(ward, folder, { by: await dead() })).rejects.toThrow()
    const held = await aPatient(ward)
    await ward.query(
      "update patients set hold_since = now(), hold_reason = 'Inquest', created_at = '2010-01-01' where organisation_id = $1 and id = $2",
      [ward.id, held.id],
    )

    await expect(archive(ward, folder)).rejects.toThrow('Choose that day or a later one')
    expect(await seqsOf(ward)).toHaveLength(13)
  })

  test('two runs at a time are refused', async () => {
    const { url } = await testServer()
    await whileOnlyArchiving(url, () => expect(whileOnlyArchiving(url, async () => {})).rejects.toThrow('Another npm run audit:archive'))
  })
})

describe('the verification after events were archived (AUD-4)', () => {
  test('a row that is deleted after the archived range is found, and so are all that follow', async () => {
    const { ward } = await archived()
    await ward.query('delete from audit_events where organisation_id = $1 and seq = 12', [ward.id])
    expect(told((await verify(ward)).broken)).toEqual(['12 missing'])
    await ward.query('delete from audit_events where organisation_id = $1', [ward.id])
    expect(told((await verify(ward)).broken)).toEqual(['12 missing'])
  })

  test('a range that is altered, deleted or made up by the owner of the database is found', async () => {
    const { ward } = await archived()
    const problems = async (text: string) => {
      await ward.query(text, [ward.id])
      return told((await verify(ward)).broken)
    }
    const set = (values: string) => `update archived_audit_ranges set ${values} where organisation_id = $1 and first_seq = 9`
    // To hide that event 12 was deleted.
    await ward.query('delete from audit_events where organisation_id = $1 and seq = 12', [ward.id])
    expect(await problems(set('last_seq = 12'))).toEqual(['9 wrong signature'])
    expect(await problems(set("last_seq = 11, before = '2016-01-01'"))).toEqual(['9 wrong signature'])
    expect(await problems(set("before = '2015-01-01', file_digest = sha256(file_digest)"))).toEqual(['9 wrong signature'])
    expect(await problems('delete from archived_audit_ranges where organisation_id = $1 and first_seq = 9')).toEqual(['9 missing'])
    expect(await problems('delete from archived_audit_ranges where organisation_id = $1 and first_seq = 1')).toEqual(['1 missing'])
    expect(await problems('delete from archived_audit_ranges where organisation_id = $1')).toEqual(['1 missing'])
  })

  test('a checkpoint of an archived range that was altered or deleted is found', async () => {
    const { ward } = await archived()
    const change = 'update audit_checkpoints set at = at + $2::interval where organisation_id = $1 and seq = 4'
    await ward.query(change, [ward.id, '1 hour'])
    expect(told((await verify(ward)).broken)).toEqual(['4 wrong signature'])
    await ward.query(change, [ward.id, '-1 hour'])
    await ward.query('delete from audit_checkpoints where organisation_id = $1 and seq >= 11', [ward.id])
    expect(told((await verify(ward)).broken)).toEqual(['11 missing'])
  })

  test('a nightly verification that ended inside the archived events continues behind them (OPS-5)', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    const night = () =>
      verifyAudit(ward.services, {
        organisationId: ward.id,
        places: verifiedPlaces(ward.services, ward.id, {
          startedAt: `${Date.now()}000`,
          isWhole: false,
          signal: new AbortController().signal,
        }),
      })
    await writeOldEvents(ward, 4, '2010-06-01')
    await signOn(ward, '2010-06-01')
    expect(await night()).toMatchObject({ broken: [], events: 4 })
    await addOldEvents(ward)
    await archive(ward, folder)

    expect(await night()).toMatchObject({ broken: [], archived: 11, events: 6 })
    expect(await night()).toMatchObject({ broken: [], archived: 0, events: 4 }) // not signed yet
    await ward.query('delete from audit_events where organisation_id = $1 and seq = 18', [ward.id])
    expect(told((await night()).broken)).toEqual(['18 missing'])
  })

  test('a verification that is under way while its events are archived continues behind them', async () => {
    const [ward, folder] = [await openOrganisation(), newFolder()]
    await writeOldEvents(ward, 5_100, '2010-06-01')
    await signOn(ward, '2010-06-01')
    await writeOldEvents(ward, 200, '2010-06-02')
    await signOn(ward, '2010-06-02')
    await writeOldEvents(ward, 1, '2020-01-01')
    let isFirst = true
    const step = stepIn(ward.services, ward.id)
    const found = await verifyLane(
      async (work) => {
        const page = await step(work)
        if (isFirst) await archive(ward, folder)
        isFirst = false
        return page
      },
      { lane: 0, organisationId: ward.id, keys: ward.services.keys, onCheckpoint: () => {} },
    )

    expect(found).toEqual({ events: 5_003, archived: 300, checkpoints: 2, unsigned: 3 })
  })
})

describe('audit:verify --archive (AUD-4, OPS-6)', () => {
  const rewritten = async (change: (lines: string[]) => string[]) => {
    const { ward, folder } = await archived()
    const { events } = file(ward, folder, 5)
    const lines = gunzipSync(readFileSync(events)).toString().trimEnd().split('\n')
    writeFileSync(events, gzipSync(`${change(lines).join('\n')}\n`))
    const { files, broken } = await verifyFiles(ward, folder)
    expect(files).toBe(3)
    return told(broken)
  }

  test('names the first event that is altered, missing, swapped or added', async () => {
    const second = (lines: string[], text: (line: string) => string) => lines.map((line, nth) => (nth === 1 ? text(line) : line))
    expect(await rewritten((lines) => second(lines, (line) => line.replace('formRead', 'formReaD')))).toEqual(['6 altered'])
    expect(await rewritten((lines) => second(lines, () => '{"seq": 6'))).toEqual(['6 altered'])
    expect(await rewritten((lines) => lines.toSpliced(1, 1))).toEqual(['6 missing'])
    expect(await rewritten((lines) => lines.slice(0, 2))).toEqual(['7 missing'])
    expect(await rewritten(([one, two, ...others]) => [two!, one!, ...others])).toEqual(['5 missing'])
    expect(await rewritten((lines) => [...lines, lines[3]!])).toEqual(['9 another event is in its place'])
  })

  test('finds one altered byte of the file, wherever it is', async () => {
    const { ward, folder } = await archived()
    const { events } = file(ward, folder, 5)
    const bytes = readFileSync(events)
    for (let nth = 0; nth < bytes.length; nth += 7) {
      const altered = Buffer.from(bytes)
      altered[nth]! ^= 1
      writeFileSync(events, altered)
      const { broken } = await verifyFiles(ward, folder)
      expect(broken, `byte ${nth}`).toHaveLength(1)
      expect(broken[0]!.seq).toBeGreaterThanOrEqual(5)
      expect(broken[0]!.problem).toContain(events)
    }
  })

  test('names a missing file or manifest, and files that were swapped', async () => {
    const { ward, folder } = await archived()
    const [one, two] = [file(ward, folder, 1), file(ward, folder, 5)]
    renameSync(two.events, `${two.events}.away`)
    expect(told((await verifyFiles(ward, folder)).broken)).toEqual(['5 missing'])
    renameSync(`${two.events}.away`, two.events)
    renameSync(two.manifest, `${two.manifest}.away`)
    expect(told((await verifyFiles(ward, folder)).broken)).toEqual(['5 missing'])
    writeFileSync(two.manifest, readFileSync(`${two.manifest}.away`, 'utf8').replace('"events": 4', '"events": 5'))
    expect(told((await verifyFiles(ward, folder)).broken)).toEqual(['5 altered'])
    renameSync(`${two.manifest}.away`, two.manifest)
    renameSync(one.events, `${one.events}.away`)
    renameSync(two.events, one.events)
    renameSync(`${one.events}.away`, two.events)
    expect(told((await verifyFiles(ward, folder)).broken)).toEqual(['1 another event is in its place', '5 another event is in its place'])
  })

  test('an event that somebody adds in the place of an archived one is found', async () => {
    const { ward } = await archived()
    await writeOldEvents(ward, 1, '2010-06-02')
    await ward.query('update audit_events set seq = 3 where organisation_id = $1 and seq = 17', [ward.id])

    expect(told((await verify(ward)).broken)).toEqual(['3 added'])
  })

  test('the files of another organisation are found in the place of its own', async () => {
    const [{ ward, folder }, other] = [await archived(), await archived()]
    for (const first of [1, 5, 9])
      writeFileSync(file(ward, folder, first).events, readFileSync(file(other.ward, other.folder, first).events))
    expect(told((await verifyFiles(ward, folder)).broken)).toEqual([
      '1 another event is in its place',
      '5 another event is in its place',
      '9 another event is in its place',
    ])
  })
})

describe('the role of the application after events were archived (AUD-3)', () => {
  test('may read the archived ranges, and neither change them nor delete an event', async () => {
    const { ward } = await archived()
    const client = new pg.Client({ connectionString: asApplication((await testServer()).url), options: '-c role=formward_app' })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query("select set_config('app.organisation_id', $1, false)", [ward.id])
    for (const refused of [
      "update archived_audit_ranges set before = '2016-01-01'",
      'delete from archived_audit_ranges',
      'truncate archived_audit_ranges',
      'insert into archived_audit_ranges select organisation_id, lane, 12, 13, before, hash_before, hash_after, file_digest, signature from archived_audit_ranges limit 1',
      'alter table archived_audit_ranges disable row level security',
      'delete from audit_events',
      "update audit_events set event_type = 'formRead'",
      'alter table audit_events disable trigger chain',
    ])
      await expect(client.query(refused), refused).rejects.toMatchObject({ code: '42501' })
    expect((await client.query('select from archived_audit_ranges')).rowCount).toBe(3)
    await client.query("insert into audit_events (event_type, actor_kind) values ('formRead', 'worker')")
    expect(await verify(ward)).toMatchObject({ broken: [], events: 6 })
  })

  test('no trigger or policy of the audit log is left switched off', async () => {
    const { ward } = await archived()
    expect(
      await ward.query("select tgname, tgenabled from pg_trigger where tgrelid = 'audit_events'::regclass and not tgisinternal"),
    ).toEqual([{ tgname: 'chain', tgenabled: 'O' }])
    expect(
      await ward.query(
        "select relname from pg_class where relname in ('audit_events', 'audit_checkpoints', 'archived_audit_ranges') and relrowsecurity and relforcerowsecurity order by 1",
      ),
    ).toEqual([{ relname: 'archived_audit_ranges' }, { relname: 'audit_checkpoints' }, { relname: 'audit_events' }])
  })
})
