import { Worker } from 'node:worker_threads'

import { z } from 'zod'

import { concurrency, job, type Steps, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import type { ExportTask } from './export.worker.ts'
import { pagesPerCheckpoint, runExport } from './run-export.ts'

export const exportJob = job('export', z.object({ exportId: z.uuid() }))

export const startExporting = (services: Services) => workInSteps(services, exportJob, makeExport, concurrency.long)

/** A short export is written in this thread. A long one continues in another thread, so that other work is not held up. */
async function makeExport(steps: Steps, data: { exportId: string }) {
  const isDone = await runExport(steps, data, { pagesKept: pagesPerCheckpoint, isOnlyBegun: true })
  if (!isDone) await runInThread(steps, data)
}

/** A heap limit, because rows are garbage as soon as they are written and would otherwise pile up to a few hundred megabytes. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 }

/** Continues an export in its own thread, which may end at any moment. */
export function runInThread({ services, organisationId, signal }: Steps, { exportId }: { exportId: string }) {
  const { db, standby } = services
  const task: ExportTask = { url: db.url, readUrl: standby?.url, organisationId, exportId }
  return new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { workerData: task, resourceLimits })
    const end = () => void worker.terminate()
    signal.addEventListener('abort', end)
    // Counted and logged here, because the metrics of this process do not have what happens in the thread.
    if (standby) worker.on('message', standby.report)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', end)
      if (code === 0) resolve()
      else reject(new Error('the thread of an export was ended'))
    })
    if (signal.aborted) end()
  })
}
