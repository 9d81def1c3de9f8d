import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { deleteOldReports } from './reports.sql.ts'

/** Two years and a month, so that a report can be compared with that of the same month two years before. A deleted report can be created again. */
const keptForMs = 760 * 86_400_000

/** Deletes old reports with their files, every Sunday night. */
export const removeOldReportsJobs = jobForEveryOrganisation('remove-old-reports')

export const startRemovingOldReports = (services: Services) =>
  workForEveryOrganisation(services, removeOldReportsJobs, { at: '31 2 * * 0', run: removeOldReports })

export async function removeOldReports({ step, signal }: Pick<Steps, 'step' | 'signal'>) {
  const before = new Date(Date.now() - keptForMs)
  while (!signal.aborted && (await step((ctx) => deleteOldReports(ctx, before))));
}
