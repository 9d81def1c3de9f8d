import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Steps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { deleteUnsentAnswers } from './drafts.sql.ts'

/** A form request can be reopened by mistake or late, so its unsent answers stay for a while. */
const keptForMs = 90 * 86_400_000

/** Deletes the unsent answers of form requests that ended 90 days ago, every Sunday night. */
export const removeUnsentAnswersJobs = jobForEveryOrganisation('remove-unsent-answers')

export const startRemovingUnsentAnswers = (services: Services) =>
  workForEveryOrganisation(services, removeUnsentAnswersJobs, { at: '11 2 * * 0', run: removeUnsentAnswers })

export async function removeUnsentAnswers({ step, signal }: Pick<Steps, 'step' | 'signal'>) {
  const before = new Date(Date.now() - keptForMs)
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined && !signal.aborted;) {
    const last: string = after
    after = await step((ctx) => deleteUnsentAnswers(ctx, before, last))
  }
}
