import { describe, expect, test } from 'vitest'

import type { ImportJob } from '#contract/imports.ts'
import { testServer } from '#test/test-server.ts'
import { importFile, imports, untilStatus, xlsx } from '#test/import-file.ts'
import { openOrganisation } from '#test/organisation.ts'

/**
 * The longest transaction that the application begins while something goes on, and how long that takes, in milliseconds. One that only waits
 * for the disk to take its commit is not counted: it waits for nothing of the application's.
 */
async function longestTransactionDuring<T>(work: () => Promise<T>) {
  const { owner } = await testServer()
  const { rows: clock } = await owner.query<{ now: string }>('select clock_timestamp()::text as now')
  const done = new AbortController()
  let longestMs = 0
  const look = async () => {
    while (!done.signal.aborted) {
      const { rows } = await owner.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - xact_start) * 1000), 0)::int as ms from pg_stat_activity
         where datname = current_database() and usename = 'formward_app' and xact_start >= $1::timestamptz
         and not (state = 'active' and lower(query) = 'commit')`,
        [clock[0]!.now],
      )
      longestMs = Math.max(longestMs, rows[0]!.ms)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const looking = look()
  const began = performance.now()
  const result = await work().finally(() => done.abort())
  const tookMs = performance.now() - began
  await looking
  return { result, longestMs, tookMs }
}

describe('A slow upload', () => {
  test(
    'PUT /request/import: no transaction is open while the spreadsheet is received, read and checked (SAFE-4)',
    { timeout: 240_000 },
    async () => {
      const ward = await openOrganisation()
      const ada = await ward.staff()
      const file = await importFile(Array.from({ length: 40_000 }, () => ({ firstName: 'x' })))

      const upload = await longestTransactionDuring(() => ada.put(imports, file, xlsx))

      expect(upload.result.statusCode).toBe(200)
      expect(upload.longestMs, `of ${upload.tookMs} ms`).toBeLessThan(upload.tookMs / 2)

      const { id } = upload.result.json<{ id: string }>()
      const check = await longestTransactionDuring(async () => {
        await ward.startWorkers()
        return untilStatus<ImportJob>(ada, id, ['checked', 'refused', 'failed'], 180)
      })

      expect(check.result).toMatchObject({ status: 'checked', totalRows: 40_000, errorRows: 40_000 })
      expect(check.longestMs, `of ${check.tookMs} ms`).toBeLessThan(check.tookMs / 4)
    },
  )
})
