import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

import pg from 'pg'

import { readZipDirectory } from '#server/documents/spreadsheet/xlsx/zip-directory.ts'

/** Reads every text and number of the first sheet without checking it. */
export function parseBare(file: Buffer) {
  const sheet = readZipDirectory(file, 100).find(({ name }) => name.endsWith('sheet1.xml'))!
  const start = sheet.at + 30 + file.readUInt16LE(sheet.at + 26) + file.readUInt16LE(sheet.at + 28)
  const xml = inflateRawSync(file.subarray(start, start + sheet.packed)).toString()
  let letters = 0
  for (const [, text = '', number = ''] of xml.matchAll(/<t[^>]*>([^<]*)<\/t>|<v>([^<]*)<\/v>/g)) letters += text.length + number.length
  return letters
}

/** What the jobs write, and which of it was this import's ($1). */
const written = {
  check: [
    ['import_rows', 'job_id = $1'],
    ['import_row_problems', 'job_id = $1'],
  ],
  complete: [
    ['patients', 'import_job_id = $1'],
    ['form_requests', 'import_job_id = $1'],
    ['form_request_events', 'request_id in (select id from form_requests where import_job_id = $1)'],
    ['patient_links', 'request_id in (select id from form_requests where import_job_id = $1)'],
    ['notifications', 'request_id in (select id from form_requests where import_job_id = $1)'],
    ['audit_events', 'at >= (select created_at from import_jobs where id = $1)'],
    ['pgboss.job', "name = 'send-notification' and created_on >= (select created_at from import_jobs where id = $1)"],
  ],
} as const

/** Seconds that COPY takes for the rows of one import, from files into another database, with keys checked and triggers off. */
export async function copyBare(from: string, to: string, jobId: string) {
  const [source, target] = [new pg.Client({ connectionString: from }), new pg.Client({ connectionString: to })]
  await Promise.all([source.connect(), target.connect()])
  const dir = mkdtempSync(join(tmpdir(), 'formward-copy-'))
  chmodSync(dir, 0o777) // the database writes into it
  try {
    const { rows } = await source.query('select * from import_jobs where id = $1', [jobId])
    const columns = Object.keys(rows[0])
    await target.query(
      `insert into import_jobs (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
      columns.map((column) => (/^(choices|tallies)$/.test(column) ? JSON.stringify(rows[0][column]) : rows[0][column])),
    )
    const copyAll = async (tables: readonly (readonly [string, string])[]) => {
      let took = 0
      for (const [table, which] of tables)
        took += await copyTable({ source, target, file: join(dir, table) }, table, which.replaceAll('$1', `'${jobId}'`))
      return took
    }
    return { check: await copyAll(written.check), complete: await copyAll(written.complete) }
  } finally {
    await Promise.all([source.end(), target.end()])
    rmSync(dir, { recursive: true, force: true })
  }
}

type Way = { source: pg.Client; target: pg.Client; file: string }

async function copyTable({ source, target, file }: Way, table: string, which: string) {
  const [schema, name] = table.includes('.') ? table.split('.') : ['public', table]
  const { rows } = await source.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' order by 1`,
    [schema, name],
  )
  const columns = rows.map((column) => column.name).join(', ')
  await source.query(`copy (select ${columns} from ${table} where ${which}) to '${file}' (format binary)`)
  await target.query(`alter table ${table} disable trigger user`)
  const began = performance.now()
  await target.query(`copy ${table} (${columns}) from '${file}' (format binary)`)
  return (performance.now() - began) / 1_000
}
