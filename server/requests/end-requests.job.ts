import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Services } from '#server/platform/services.ts'

import { endOverdueRequests } from './end-requests.ts'

/** Ends requests that are past their time, every ten minutes. */
export const endRequestsJobs = jobForEveryOrganisation('end-requests')

export const startEndingRequests = (services: Services) =>
  workForEveryOrganisation(services, endRequestsJobs, {
    at: '1-59/10 * * * *',
    onlyWhereDue: true,
    run: async ({ step, signal }) => {
      while (!signal.aborted && (await step(endOverdueRequests)));
    },
  })
