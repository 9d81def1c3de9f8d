import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Services } from '#server/platform/services.ts'

import { endOverdueRequests } from './end-requests.ts'

/** Every ten minutes what is past its time ends. */
export const endRequestsJobs = jobForEveryOrganisation('end-requests')

export const startEndingRequests = (services: Services) =>
  workForEveryOrganisation(services, endRequestsJobs, {
    at: '*/10 * * * *',
    run: async ({ step, signal }) => {
      while (!signal.aborted && (await step(endOverdueRequests)));
    },
  })
