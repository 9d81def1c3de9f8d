import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import { systemOrganisationId } from '#server/platform/context.ts'
import type { Services } from '#server/platform/services.ts'

import { deleteExpiredFiles } from './export-jobs.sql.ts'

/** Every hour the files of exports past their time go; those of exports across organisations are kept in the system's own. */
export const removeExpiredFilesJobs = jobForEveryOrganisation('remove-expired-files')

export const startRemovingExpiredFiles = (services: Services) =>
  workForEveryOrganisation(services, removeExpiredFilesJobs, {
    at: '17 * * * *',
    andIn: [systemOrganisationId],
    run: async ({ step, signal }) => {
      while (!signal.aborted && (await step(deleteExpiredFiles)));
    },
  })
