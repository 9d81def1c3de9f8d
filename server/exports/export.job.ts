import { z } from 'zod'

import type { Services } from '#server/platform/services.ts'
import { concurrency, job, workInSteps, type Steps } from '#server/platform/jobs.ts'

import { longPagesKept, runExport } from './run-export.ts'
import { runInThread } from './run-in-thread.ts'

export const exportJob = job('export', z.object({ exportId: z.uuid() }))

export const startExporting = (services: Services) => workInSteps(services, exportJob, makeExport, concurrency.long)

/** A short one is written here and now. A long one is begun here, and goes on in a thread that holds up nobody else. */
async function makeExport(steps: Steps, data: { exportId: string }) {
  const isDone = await runExport(steps, data, { pagesKept: longPagesKept, isOnlyBegun: true })
  if (!isDone) await runInThread(steps, data)
}
