import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Services } from '#server/platform/services.ts'
import type { Steps } from '#server/platform/jobs.ts'

import { removeOldRows } from './old-rows.sql.ts'

const keptFor = 30 * 86_400_000

/** Deletes the personal data of old imports every night. */
export const removeOldRowsJobs = jobForEveryOrganisation('remove-old-import-rows')

export const startRemovingOldRows = (services: Services) =>
  workForEveryOrganisation(services, removeOldRowsJobs, { at: '41 2 * * *', run: forgetOldRows })

export async function forgetOldRows({ step, signal }: Steps) {
  const before = new Date(Date.now() - keptFor)
  while (!signal.aborted && (await step((ctx) => removeOldRows(ctx, before))));
}
