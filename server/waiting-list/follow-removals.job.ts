import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Services } from '#server/platform/services.ts'

import { followRemovals } from './waiting-list.ts'

/** Follows approved removals from the waiting list, every 15 minutes. */
export const followRemovalsJobs = jobForEveryOrganisation('follow-removals')

export const startFollowingRemovals = (services: Services) =>
  workForEveryOrganisation(services, followRemovalsJobs, {
    at: '12-59/15 * * * *',
    onlyWhereDue: true,
    run: async ({ step, signal }) => {
      while (!signal.aborted && (await step(followRemovals)));
    },
  })
