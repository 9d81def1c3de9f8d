import { Worker } from 'node:worker_threads'

import { z } from 'zod'

import { concurrency, job, type Steps, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import type { ExportTask } from './export.worker.ts'
import { pagesPerCheckpoint, runExport } from './run-export.ts'

export const exportJob = job('export', z.object({ exportId: z.uuid() }))

export const startExporting = (services: Services) => workInSteps(services, exportJob, makeExport, concurrency.long)

/** A short one is written here and now. A long one is begun here, and goes on in a thread that holds up nobody else. */
async function makeExport(steps: Steps, data: { exportId: string }) {
  const isDone = await runExport(steps, data, { pagesKept: pagesPerCheckpoint, isOnlyBegun: true })
  if (!isDone) await runInThread(steps, data)
}

/** Rows are garbage as soon as they are written: without a limit the thread would let a few hundred megabytes of it lie. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 }

/** Goes on with an export in a thread of its own. It may be ended at any moment: what is kept is whole. */
export function runInThread({ services, organisationId, signal }: Steps, { exportId }: { exportId: string }) {
  const task: ExportTask = { url: services.db.url, organisationId, exportId }
  return new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { workerData: task, resourceLimits })
    const end = () => void worker.terminate()
    signal.addEventListener('abort', end)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', end)
      if (code === 0) resolve()
      else reject(new Error('the thread of an export was ended'))
    })
    if (signal.aborted) end()
  })
}
