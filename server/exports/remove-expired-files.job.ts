import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Services } from '#server/platform/services.ts'

import { deleteExpiredFiles } from './export-jobs.sql.ts'

/** Deletes the files of expired exports every hour, including those of the system organisation. */
export const removeExpiredFilesJobs = jobForEveryOrganisation('remove-expired-files')

export const startRemovingExpiredFiles = (services: Services) =>
  workForEveryOrganisation(services, removeExpiredFilesJobs, {
    at: '17 * * * *',
    onlyWhereDue: true,
    run: async ({ step, signal }) => {
      while (!signal.aborted && (await step(deleteExpiredFiles)));
    },
  })
