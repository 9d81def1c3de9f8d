import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Services } from '#server/platform/services.ts'
import type { Steps } from '#server/platform/jobs.ts'

import { removeAbandonedUpload } from './uploads.sql.ts'

/** Much longer than a request may take, in milliseconds. */
const abandonedAfterMs = 3_600_000

/** Deletes the pieces of interrupted uploads every hour. */
export const removeAbandonedUploadsJobs = jobForEveryOrganisation('remove-abandoned-uploads')

export const startRemovingAbandonedUploads = (services: Services) =>
  workForEveryOrganisation(services, removeAbandonedUploadsJobs, { at: '29 * * * *', onlyWhereDue: true, run: removeAbandonedUploads })

export async function removeAbandonedUploads({ step, signal }: Pick<Steps, 'step' | 'signal'>) {
  const before = new Date(Date.now() - abandonedAfterMs)
  while (!signal.aborted && (await step((ctx) => removeAbandonedUpload(ctx, before))));
}
