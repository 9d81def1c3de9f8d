import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

import { inOrganisation, openDatabase } from '#server/platform/database.ts'
import { openReadStandby } from '#server/platform/read-standby.ts'
import type { Services } from '#server/platform/services.ts'
import { workerContext } from '#server/platform/jobs.ts'

import { pagesPerCheckpoint, runExport } from './run-export.ts'

lowerPriority()

export type ExportTask = { url: string; readUrl: string | undefined; organisationId: string; exportId: string }

const { url, readUrl, organisationId, exportId } = workerData as ExportTask // given by run-in-thread.ts
const db = openDatabase(url, { max: 2 })
const standby =
  readUrl === undefined ? undefined : openReadStandby(readUrl, db, { max: 2, report: (outcome) => parentPort!.postMessage(outcome) })
const services = { db, standby } as Services // reading and writing need nothing else of it
const { signal } = new AbortController()

try {
  const step = <T>(work: (ctx: ReturnType<typeof workerContext>) => Promise<T>) =>
    inOrganisation(db, organisationId, (tx) => work(workerContext(services, organisationId, tx)))
  await runExport({ services, organisationId, signal, step }, { exportId }, { pagesKept: pagesPerCheckpoint })
} finally {
  await standby?.close()
  await db.pool.end()
}

/**
 * A long export may take all of a processor for minutes, and users must not wait longer for their pages. Linux changes this thread alone; other
 * systems would change the process, which also sends the alerts. A unit of systemd or a sandbox may forbid it, and the export is made all the same.
 */
function lowerPriority() {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The export is made with the usual priority.
  }
}
