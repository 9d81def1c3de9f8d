import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'
import { aRequest } from '#test/requests.ts'
import { isFullStrength } from '#test/strength.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { runReport } from './report.job.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // the function that the flag adds

/** What is in use after garbage was collected: what the report holds. */
function heapInUse() {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test(
  'a report of many form requests is written while its rows are read, in memory that does not grow with the rows (REP-1)',
  { timeout: 1_800_000 },
  async () => {
    const rows = isFullStrength ? 100_000 : 5_000
    const ward = await openOrganisation()
    const { id } = await aRequest(ward, { createdAt: '2026-06-10T09:00:00Z' })
    await ward.query(
      `insert into form_requests (organisation_id, patient_id, form_id, form_version, specialty, location, notification_method, created_at, send_at,
                                  expires_at, patient_name_key)
       select organisation_id, patient_id, form_id, form_version, '320', 'Ward ' || n % 50, notification_method,
         created_at + n * interval '10 seconds', send_at, expires_at, patient_name_key
       from form_requests, generate_series(1, $2::int) n where id = $1`,
      [id, rows - 1],
    )
    // As autovacuum does in time: a plan for an empty table reads every row for each page.
    await ward.query('analyze form_requests')
    const [report] = await ward.query(
      "insert into reports (organisation_id, type, month) values ($1, 'form_requests', '2026-06-01') returning id",
      [ward.id],
    )
    let taken = 0
    let highest = 0
    const before = heapInUse()
    // After each transaction.
    const measure = () => {
      if (taken++ % 20 === 10) highest = Math.max(highest, heapInUse() - before)
    }
    ward.services.db.pool.on('release', measure)

    await runReport(stepsOf(ward), { reportId: String(report!['id']) })

    ward.services.db.pool.off('release', measure)

    const [{ pieces, bytes } = { pieces: 0, bytes: 0 }] = await ward.query(
      'select count(*)::int as pieces, sum(octet_length(bytes))::int as bytes from file_chunks where file_id = $1',
      [report!['id']],
    )
    const megabytes = highest / 1_048_576
    if (isFullStrength)
      console.info(`${rows} rows, ${Number(bytes)} bytes in ${Number(pieces)} pieces: ${megabytes.toFixed(1)} MB more in use`)
    expect(taken).toBeGreaterThan(rows / 250)
    expect(megabytes).toBeLessThan(20)
  },
)
