import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'

import readExcelFile from 'read-excel-file/node'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { ExportJob } from '#contract/exports.ts'
import { inOrganisation, openDatabase } from '#server/platform/database.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { guardXlsx } from '#server/documents/spreadsheet/guard.ts'
import { readRows, type SheetRow } from '#server/documents/spreadsheet/read.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { runInThread } from './export.job.ts'
import { runExport } from './run-export.ts'

const exports = '/api/forms/request/export'
const everyPage = { pagesKept: 1 }

/** Answered requests, every second one of another version of the form, so that the sheets are written in turns. */
async function manyAnswers(ward: TestOrganisation, count: number) {
  const form = await aForm(ward, 'Long list')
  const { id: patientId } = await aPatient(ward)
  await ward.query(
    `insert into form_versions (organisation_id, form_id, version, title, definition)
     select organisation_id, form_id, 2, title, definition from form_versions where form_id = $1 and version = 1`,
    [form.id],
  )
  await ward.query(
    `with made as (
       insert into form_requests (organisation_id, patient_id, form_id, form_version, notification_method, expires_at, patient_name_key, status, created_at)
       select $1, $2, $3, 1 + n % 2, 'sms', now(), '', 'completed', now() - interval '1 day' + n * interval '1 second'
       from generate_series(1, $4::integer) n returning id, form_id, form_version)
     insert into submissions (organisation_id, request_id, form_id, form_version, answers)
     select $1, id, form_id, form_version, jsonb_build_object('needed', 'yes', 'since', '2026-05-04') from made`,
    [ward.id, patientId, form.id, count],
  )
}

type Place = { id: string }

async function anExport(ward: Pick<TestOrganisation, 'query'> & Place, memberId: string, format = 'xlsx') {
  const values = [ward.id, memberId, `x.${format}`, format]
  const [row] = await ward.query(
    'insert into export_jobs (organisation_id, created_by, file_name, format) values ($1, $2, $3, $4) returning id',
    values,
  )
  return String(row?.['id'])
}

function bytesOf(ward: Pick<TestOrganisation, 'services'> & Place, fileId: string) {
  return buffer(readFile(ward.services, { organisationId: ward.id, fileId }))
}

async function idsOn(file: Buffer, tab: string, column = 0) {
  const rows: SheetRow[] = []
  for await (const batch of readRows(file, tab)) rows.push(...batch)
  return rows.slice(1).map(({ cells }) => cells[column])
}

/** How much each thread of this process lets others go first: 0 is usual (`nice`, field 19 of /proc/PID/task/TID/stat). */
const nicenessOfThreads = () =>
  readdirSync('/proc/self/task').flatMap((thread) => {
    try {
      return Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ')[16])
    } catch {
      return [] // it ended in this moment
    }
  })

describe('A long export', () => {
  test.runIf(process.platform === 'linux')('is written by a thread that lets all others go first (PERF-3)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    await manyAnswers(ward, 600)
    const exportId = await anExport(ward, ada.id)
    const before = Math.max(...nicenessOfThreads())
    const seen: number[][] = []
    const watch = setInterval(() => seen.push(nicenessOfThreads()), 20)
    onTestFinished(() => clearInterval(watch))

    await runInThread(stepsOf(ward), { exportId })

    expect((await ada.get(`${exports}?id=${exportId}`)).json<ExportJob>()).toMatchObject({ status: 'completed', doneRows: 600 })
    expect(before).toBeLessThan(10)
    expect(Math.max(...seen.map((threads) => threads.filter((niceness) => niceness === 10).length))).toBe(1)
  })
})

describe('An export that is interrupted', () => {
  test('an export that is killed after every step continues, and ends in exactly the same file (SAFE-1, EXP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    await manyAnswers(ward, 600)
    const [whole, killed] = [await anExport(ward, ada.id), await anExport(ward, ada.id)]
    await ward.query('update export_jobs set created_at = (select max(created_at) from export_jobs where created_by = $1)', [ada.id])

    await runExport(stepsOf(ward), { exportId: whole }, everyPage)
    const seen: number[] = []
    // Each life begins, and keeps one thing more: how many there are, a page, a page …
    for (const steps of [1, 2, 3, 2, 2]) {
      await runExport(dyingAfter(steps, stepsOf(ward)), { exportId: killed }, everyPage).catch(() => {})
      seen.push((await ada.get(`${exports}?id=${killed}`)).json<ExportJob>().doneRows)
    }

    expect(seen).toEqual([0, 0, 250, 500, 600])
    const [file, same] = [await bytesOf(ward, killed), await bytesOf(ward, whole)]
    expect(crc32(file)).toBe(crc32(same))
    expect(() => guardXlsx(file)).not.toThrow()
    const all = await idsOn(file, 'Form requests')
    expect([all.length, new Set(all).size]).toEqual([600, 600])
    const tabs = await readExcelFile(file)
    expect(tabs.map(({ sheet, data }) => [sheet, data.length])).toEqual([
      ['Form requests', 601],
      ['About this file', 7],
      ['Questions', 7],
      ['Long list v1', 301],
      ['Long list v2', 301],
    ])
    const answered = tabs.slice(3).flatMap(({ data: [, ...rows] }) => rows.map(([id]) => id))
    expect(new Set(answered)).toEqual(new Set(all))
  })

  test('a CSV file that is killed after every step continues, and has every form request once (SAFE-1, EXP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    await manyAnswers(ward, 600)
    const exportId = await anExport(ward, ada.id, 'csv')

    for (const steps of [1, 2, 3, 2, 2]) await runExport(dyingAfter(steps, stepsOf(ward)), { exportId }, everyPage).catch(() => {})

    const job = (await ada.get(`${exports}?id=${exportId}`)).json<ExportJob>()
    expect(job).toMatchObject({ status: 'completed', totalRows: 600, doneRows: 600 })
    const [header, ...lines] = (await bytesOf(ward, exportId)).toString().trimEnd().split('\r\n')
    expect(header).toMatch(/^\uFEFFRequest ID,/)
    expect([lines.length, new Set(lines.map((line) => line.slice(0, 36))).size]).toEqual([600, 600])
  })

  test('two workers on one export never write the same part: one stops, and the file is complete (SAFE-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    await manyAnswers(ward, 600)
    const steps = stepsOf(ward)
    const exportId = await anExport(ward, ada.id)

    await Promise.all([
      runExport(steps, { exportId }, everyPage),
      runExport(steps, { exportId }, everyPage),
      runExport(steps, { exportId }, everyPage),
    ])
    await runExport(steps, { exportId }, everyPage)

    const job = (await ada.get(`${exports}?id=${exportId}`)).json<ExportJob>()
    expect(job).toMatchObject({ status: 'completed', totalRows: 600, doneRows: 600 })
    const file = (await (await nobody()).get(job.downloadUrl!)).rawPayload
    expect(new Set(await idsOn(file, 'Form requests')).size).toBe(600)
    expect(await ward.query('select written from export_jobs where id = $1', [exportId])).toEqual([{ written: null }])
  })

  test('an export can be cancelled while it is made: nothing of it is kept, nothing more is written, and it does not start again (EXP-2)', async () => {
    const ward = await openOrganisation()
    const [ada, colleague] = [await ward.staff(), await ward.staff()]
    await manyAnswers(ward, 600)
    const steps = stepsOf(ward)
    const exportId = await anExport(ward, ada.id)
    await expect(runExport(dyingAfter(3, steps), { exportId }, everyPage)).rejects.toThrow('killed')
    expect((await ada.get(`${exports}?id=${exportId}`)).json()).toMatchObject({ doneRows: 250, totalRows: 600 })

    expect((await colleague.post(`${exports}/${exportId}/stop`)).statusCode).toBe(404)
    const stopped = await ada.post(`${exports}/${exportId}/stop`)
    expect(stopped.json()).toMatchObject({ status: 'failed', failure: 'You stopped this export.', stoppedAt: expect.any(String) })
    expect((await ada.post(`${exports}/${exportId}/stop`)).json()).toEqual(stopped.json())
    await runExport(steps, { exportId }, everyPage)

    expect((await ada.get(`${exports}?id=${exportId}`)).json()).toMatchObject({ status: 'failed', stoppedAt: expect.any(String) })
    expect(await ward.query('select piece from file_chunks where file_id = $1', [exportId])).toEqual([])
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'exportStopped')).toMatchObject([{ actor_id: ada.id }])
  })

  test('an export across organisations that is killed after every step continues in the same organisation, without gaps or duplicates (SAFE-1, EXP-1)', async () => {
    const wards = [await openOrganisation(), await openOrganisation()]
    const admin = await systemAdministrator()
    for (const ward of wards) {
      await manyAnswers(ward, 300)
      await ward.query("update form_requests set specialty = 'A-B' where organisation_id = $1", [ward.id])
    }
    const { query, services } = wards[0]!
    const steps = stepsOf({ services, id: systemOrganisationId })
    const exportId = await anExport({ query, id: systemOrganisationId }, admin.id)
    await query(`update export_jobs set scope = 'all', filters = '{"specialty": ["A-B"]}' where id = $1`, [exportId])

    const seen: number[] = []
    // Each life begins, asks which organisations there are, and keeps one thing more: how many there are, a page, a page …
    for (const count of [2, 3, 4, 3, 2, 3, 3, 9]) {
      await runExport(dyingAfter(count, steps), { exportId }, everyPage).catch(() => {})
      seen.push((await admin.get(`/api/forms/request/admin/export?id=${exportId}`)).json<ExportJob>().doneRows)
    }

    expect(seen).toEqual([0, 0, 250, 300, 300, 550, 600, 600])
    const all = await idsOn(await bytesOf({ services, id: systemOrganisationId }, exportId), 'Form requests', 2)
    const wanted = await query('select id from form_requests where organisation_id = any($1)', [wards.map(({ id }) => id)])
    expect(all.toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
  })

  /** Connections whose pieces of files go to a disk of one megabyte, a real one. Nothing where nobody may mount it. */
  async function onSmallDisk(ward: TestOrganisation) {
    const folder = mkdtempSync(join(tmpdir(), 'formward-disk-'))
    const name = `disk_${folder.slice(-6).toLowerCase()}_${process.pid}`
    const [{ data = '' } = {}] = await ward.query("select setting as data from pg_settings where name = 'data_directory'")
    const { uid, gid } = statSync(String(data))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=1m,mode=700,uid=${uid},gid=${gid}`, 'tmpfs', folder], { stdio: 'ignore' })
    } catch {
      return undefined
    }
    await ward.query(`create tablespace ${name} location '${folder}'`)
    await ward.query(`create schema ${name}`)
    await ward.query(`create table ${name}.file_chunks (like file_chunks including all) tablespace ${name}`)
    await ward.query(`grant usage on schema ${name} to formward_app`)
    await ward.query(`grant all on ${name}.file_chunks to formward_app`)
    const db = openDatabase(ward.services.db.url, { max: 1 })
    await db.pool.query(`set search_path = ${name}, public`)
    onTestFinished(async () => {
      await db.pool.end()
      await ward.query(`drop schema ${name} cascade`)
      await ward.query(`drop tablespace ${name}`)
      execFileSync('umount', [folder])
      rmdirSync(folder)
    })
    return { db, folder }
  }

  test('an export says that the disk is full, keeps what it has, and continues when there is space (EXP-2, SAFE-4)', async ({ skip }) => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const disk = process.getuid?.() === 0 && process.platform === 'linux' ? await onSmallDisk(ward) : undefined
    if (!disk) return skip('only root may make a small disk')
    await manyAnswers(ward, 600)
    const exportId = await anExport(ward, ada.id)
    const services = { ...ward.services, db: disk.db }
    const steps = stepsOf({ services, id: ward.id })
    const readJob = async () => (await ada.get(`${exports}?id=${exportId}`)).json<ExportJob>()
    await runExport(dyingAfter(3, steps), { exportId }, everyPage).catch(() => {})
    expect(await readJob()).toMatchObject({ doneRows: 250 })

    const fill = async () => {
      for (let piece = 0; ; piece++)
        await steps.step(({ tx }) =>
          tx
            .insertInto('file_chunks')
            .values({ file_id: ward.id, piece, bytes: randomBytes(9_000) })
            .execute(),
        )
    }
    await expect(fill()).rejects.toMatchObject({ code: '53100' })
    await expect(runExport(steps, { exportId }, everyPage)).rejects.toMatchObject({ code: '53100' })
    expect(await readJob()).toMatchObject({
      status: 'generating',
      doneRows: 250,
      failure: expect.stringMatching(/^The server has no space for this file .* continues automatically when there is space\.$/),
    })

    execFileSync('mount', ['-o', 'remount,size=8m', disk.folder])
    await runExport(steps, { exportId }, everyPage)
    expect(await readJob()).toMatchObject({ status: 'completed', doneRows: 600, failure: '' })
    expect(new Set(await idsOn(await bytesOf({ services, id: ward.id }, exportId), 'Form requests')).size).toBe(600)
  })

  test('an export that fails says what to do, and leaves nothing behind (EXP-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    await manyAnswers(ward, 3)
    const full = { sheet: 'Form requests', crc: 0, rows: 2, pieces: 0, isEnded: false, name: 'xl/worksheets/sheet1.xml' }
    const endOf = async (change: object) => {
      const exportId = await anExport(ward, ada.id)
      for (const [column, value] of Object.entries(change))
        await ward.query(`update export_jobs set ${column} = $2 where id = $1`, [exportId, value])
      await runExport(stepsOf(ward), { exportId }, everyPage)
      await runExport(stepsOf(ward), { exportId }, everyPage)
      expect(await ward.query('select piece from file_chunks where file_id = $1', [exportId])).toEqual([])
      const { status, failure } = (await ada.get(`${exports}?id=${exportId}`)).json<ExportJob>()
      return [status, failure]
    }
    const written = (parts: object[]) => ({ written: JSON.stringify({ parts, place: {}, doneRows: 0, versions: [] }) })

    expect(await endOf(written([{ ...full, size: 2 ** 32 - 10, packed: 100 }]))).toEqual([
      'failed',
      expect.stringContaining('too large for'),
    ])
    expect(await endOf(written([{ ...full, size: 100, packed: 2 ** 32 - 10 }]))).toEqual([
      'failed',
      expect.stringContaining('too large for'),
    ])
    expect(await endOf(written(Array.from({ length: 2_048 }, () => ({ ...full, size: 1, packed: 1, isEnded: true }))))).toEqual([
      'failed',
      expect.stringContaining('too many form versions'),
    ])
    expect(await endOf({ expires_at: new Date() })).toEqual(['failed', 'The file was not ready within 24 hours. Start the export again.'])
  })

  test('a slow download holds no transaction open (EXP-2, PERF-3)', async () => {
    const ward = await openOrganisation()
    const pieces = Array.from({ length: 12 }, (_, piece) => ({ file_id: ward.id, piece: piece * 1_000, bytes: Buffer.alloc(1_000, piece) }))
    await inOrganisation(ward.services.db, ward.id, (tx) => tx.insertInto('file_chunks').values(pieces).execute())
    const db = openDatabase(ward.services.db.url, { max: 1 })

    const taken: Uint8Array[] = []
    for await (const bytes of readFile({ ...ward.services, db }, { organisationId: ward.id, fileId: ward.id })) {
      expect(db.pool.idleCount, 'the one connection, between two pieces').toBe(1)
      taken.push(bytes)
    }

    expect(Buffer.concat(taken)).toEqual(Buffer.concat(pieces.map(({ bytes }) => bytes)))
    await db.pool.end()
  })
})
