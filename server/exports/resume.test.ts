import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'

import readExcelFile from 'read-excel-file/node'
import { expect, test } from 'vitest'

import type { ExportJob } from '#contract/exports.ts'
import { inOrganisation, openDatabase } from '#server/platform/database.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { guardXlsx } from '#server/platform/spreadsheet/guard.ts'
import { readRows, type SheetRow } from '#server/platform/spreadsheet/read.ts'
import { nobody, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient } from '#test/requests.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

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

async function anExport(ward: TestOrganisation, memberId: string) {
  const values = [ward.id, memberId, 'x.xlsx']
  const [row] = await ward.query(
    'insert into export_jobs (organisation_id, created_by, file_name) values ($1, $2, $3) returning id',
    values,
  )
  return String(row?.['id'])
}

function bytesOf(ward: TestOrganisation, fileId: string) {
  return buffer(readFile(ward.floor, { organisationId: ward.id, fileId }))
}

async function idsOn(file: Buffer, tab: string) {
  const rows: SheetRow[] = []
  for await (const batch of readRows(file, tab)) rows.push(...batch)
  return rows.slice(1).map(({ cells: [id] }) => id)
}

test('SAFE-1 EXP-2 an export killed after every step goes on where it was, and ends in the very file it would have been', async () => {
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

test('SAFE-1 two workers on one export never write the same piece: one is overtaken, and the file is whole', async () => {
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

test('EXP-2 an export can be stopped while it is made: nothing of it is left, nothing more is written, and it is not begun again', async () => {
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

test('EXP-2 whoever downloads slowly holds no transaction open', async () => {
  const ward = await openOrganisation()
  const pieces = Array.from({ length: 12 }, (_, piece) => ({ file_id: ward.id, piece: piece * 1_000, bytes: Buffer.alloc(1_000, piece) }))
  await inOrganisation(ward.floor.db, ward.id, (tx) => tx.insertInto('file_chunks').values(pieces).execute())
  const db = openDatabase(ward.floor.db.url, { max: 1 })

  const taken: Uint8Array[] = []
  for await (const bytes of readFile({ ...ward.floor, db }, { organisationId: ward.id, fileId: ward.id })) {
    expect(db.pool.idleCount, 'the one connection, between two pieces').toBe(1)
    taken.push(bytes)
  }

  expect(Buffer.concat(taken)).toEqual(Buffer.concat(pieces.map(({ bytes }) => bytes)))
  await db.pool.end()
})
