import { pepSubscribers } from '#contract/pep.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { askPepSubscriber } from './ask-pep-subscriber.ts'

export const servePepSubscribers = (deps: RouteDeps) =>
  serve(deps, pepSubscribers, { ask: { before: (call, { params }) => askPepSubscriber(call, params.id) } })
