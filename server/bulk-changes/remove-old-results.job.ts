import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Services } from '#server/platform/services.ts'
import type { Steps } from '#server/platform/jobs.ts'

import { removeOldResults } from './bulk-results.sql.ts'

const keptFor = 30 * 86_400_000

/** Deletes old results of bulk changes every night. The audit log keeps them. */
export const removeOldResultsJobs = jobForEveryOrganisation('remove-old-bulk-results')

export const startRemovingOldResults = (services: Services) =>
  workForEveryOrganisation(services, removeOldResultsJobs, { at: '53 2 * * *', run: forgetOldResults })

export async function forgetOldResults({ step, signal }: Steps) {
  const before = new Date(Date.now() - keptFor)
  while (!signal.aborted && (await step((ctx) => removeOldResults(ctx, before))));
}
