import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import { systemOrganisationId } from '#server/platform/context.ts'
import type { Services } from '#server/platform/services.ts'

import { deleteExpiredFiles } from './export-jobs.sql.ts'

/** Deletes the files of expired exports every hour, including those of the system organisation. */
export const removeExpiredFilesJobs = jobForEveryOrganisation('remove-expired-files')

export const startRemovingExpiredFiles = (services: Services) =>
  workForEveryOrganisation(services, removeExpiredFilesJobs, {
    at: '17 * * * *',
    andIn: [systemOrganisationId],
    run: async ({ step, signal }) => {
      while (!signal.aborted && (await step(deleteExpiredFiles)));
    },
  })
