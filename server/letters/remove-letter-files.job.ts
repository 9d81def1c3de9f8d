import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { findExpiredFiles, removeFile } from './letter-batches.sql.ts'

export const removeLetterFilesJobs = jobForEveryOrganisation('remove-letter-files')

/** Removes the files of letters that are no longer kept, every hour. */
export const startRemovingLetterFiles = (services: Services) =>
  workForEveryOrganisation(services, removeLetterFilesJobs, { at: '23 * * * *', onlyWhereDue: true, run: removeExpiredLetterFiles })

/** Some batches at a time. The records of the batches and their letters stay. */
export async function removeExpiredLetterFiles({ step, signal }: Pick<Steps, 'step' | 'signal'>) {
  const removeSome = () =>
    step(async (ctx) => {
      const ids = await findExpiredFiles(ctx)
      if (ids.length > 0) await removeFile(ctx, ids)
      return ids.length > 0
    })
  while (!signal.aborted && (await removeSome()));
}
