import { describe, expect, test } from 'vitest'

import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { imports } from '#test/import-file.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { runImport } from './completing/complete-import.job.ts'
import { forgetOldRows } from './remove-old-rows.job.ts'

/** An import of so many days ago, with one row that names somebody. */
async function anImport(ward: TestOrganisation, status: string, daysAgo: number) {
  const then = new Date(Date.now() - daysAgo * 86_400_000)
  const [{ id } = {}] = await ward.query(
    `insert into import_jobs (organisation_id, status, created_at, checked_at, completed_at, total_rows, new_rows) values ($1, $2, $3, $4, $5, 1, 1) returning id`,
    [ward.id, status, then, status === 'checking' ? null : then, status === 'completed' ? then : null],
  )
  await ward.query(
    `insert into import_rows (organisation_id, job_id, row_number, verdict, cells) values ($1, $2, 2, 'new', '{"lastName": "Okafor"}')`,
    [ward.id, id],
  )
  await ward.query("insert into file_chunks (organisation_id, file_id, piece, bytes) values ($1, $2, 0, 'x')", [ward.id, id])
  return String(id)
}

describe('Deleting old import rows', () => {
  test('the personal data of a spreadsheet is deleted 30 days after its import; its totals, newer rows and those of others stay (SAFE-2)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const ada = await ward.staff()
    const [old, recent] = [await anImport(ward, 'completed', 31), await anImport(ward, 'completed', 29)]
    const stopped = await anImport(ward, 'failed', 31)
    const abandoned = await anImport(ward, 'checked', 31)
    const [running, theirs] = [await anImport(ward, 'importing', 31), await anImport(elsewhere, 'completed', 31)]

    await forgetOldRows(stepsOf(ward))

    const left = await ward.query('select r.job_id from import_rows r join file_chunks f on f.file_id = r.job_id order by r.job_id')
    expect(left.map((row) => row['job_id'])).toEqual([recent, running, theirs].toSorted())
    expect((await ada.get(`${imports}?id=${old}`)).json()).toMatchObject({
      status: 'completed',
      newRows: 1,
      rowsRemovedAt: expect.any(String),
    })
    expect((await ada.get(`${imports}/${old}/rows`)).json()).toMatchObject({ docs: [], totalDocs: 0 })
    expect((await ada.get(`${imports}?id=${abandoned}`)).json()).toMatchObject({
      status: 'refused',
      refusal: expect.stringContaining('Upload the file again'),
    })
    expect((await ada.post(`${imports}/${abandoned}`, {})).statusCode).toBe(409)
    const cannotContinue = expect.stringContaining('it cannot be continued')
    expect((await ada.post(`${imports}/${stopped}`, {})).json()).toMatchObject({ status: 409, detail: cannotContinue })
    await runImport(stepsOf(ward), { jobId: stopped }) // as the automatic retry does
    expect((await ada.get(`${imports}?id=${stopped}`)).json()).toMatchObject({ status: 'failed', refusal: cannotContinue })
  })
})
