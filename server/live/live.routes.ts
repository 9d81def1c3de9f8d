import { live } from '#contract/worklist.ts'
import { Problem } from '#server/platform/problem.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { openHub, watchRequests } from './watch-requests.ts'

export function serveLive(deps: RouteDeps) {
  const { db } = deps.services
  const hub = openHub(deps.services)
  // Streams end first: the server waits for what is being answered.
  deps.app.addHook('preClose', () => hub.close())
  serve(deps, live, {
    requests: {
      before: async ({ actor, request }) => {
        const { id, organisationId } = actor
        if (id === null || hub.isFull()) throw new Problem('unavailable')
        await hub.listening()
        const stillIn = async () => {
          const found = await deps.identify(request, true)
          const isAllowed = found?.organisationId === organisationId && found.permissions.includes('formRequest:read')
          return isAllowed ? found : undefined
        }
        return async () => () => watchRequests({ hub, db, actor: { ...actor, id }, stillIn })
      },
    },
  })
}
