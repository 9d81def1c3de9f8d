import { live } from '#contract/worklist.ts'
import { Problem } from '#server/platform/problem.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { openHub, watchRequests } from './watch-requests.ts'

export function serveLive(deps: RouteDeps) {
  const { db } = deps.services
  const hub = openHub(deps.services)
  // Ends the streams first, because the server waits for open responses.
  deps.app.addHook('preClose', () => hub.close())
  serve(deps, live, {
    requests: {
      before: async ({ actor, request }) => {
        const { id, organisationId } = actor
        if (id === null || hub.isFull()) throw new Problem('unavailable')
        await hub.listening()
        const findAccess = async () => {
          const found = await deps.identify(request, true)
          const isAllowed = found?.organisationId === organisationId && found.permissions.includes('formRequest:read')
          return isAllowed ? found : undefined
        }
        return async () => () => watchRequests({ hub, db, actor: { ...actor, id }, findAccess })
      },
    },
  })
}
