import { z } from 'zod'

import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import { concurrency, job, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { deleteExpiredExports } from './bulk-exports.sql.ts'
import { writeExport } from './write-bulk-export.ts'

export const bulkExportJob = job('bulk-export', z.object({ exportId: z.uuid() }))
const removeBulkExportsJobs = jobForEveryOrganisation('remove-bulk-exports')

export const bulkExportJobs = { bulkExportJob, ...removeBulkExportsJobs }

export async function startBulkExporting(services: Services) {
  await workInSteps(services, bulkExportJob, (steps, { exportId }) => writeExport(steps, exportId), concurrency.long)
  await workForEveryOrganisation(services, removeBulkExportsJobs, {
    at: '47 * * * *',
    onlyWhereDue: true,
    run: async ({ step, signal }) => {
      while (!signal.aborted && (await step(deleteExpiredExports)));
    },
  })
}
