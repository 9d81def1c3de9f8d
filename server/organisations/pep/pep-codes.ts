import type { pepCodes } from '#contract/pep.ts'
import type { HandlerResult, Input } from '#contract/route.ts'
import type { Call } from '#server/platform/serve.ts'

import { askPep } from './find-pep.ts'

type Check = typeof pepCodes.check
type Search = typeof pepCodes.search

/** Whether the PEP knows a code. */
export async function checkPepCode(call: Call, { query }: Input<Check>) {
  const reply = await askPep(call, (pep) => pep.findPlace(query.code))
  return async (): Promise<HandlerResult<Check>> => {
    if ('failure' in reply) return { outcome: 'no_answer', reason: reply.failure }
    return reply.answer ? { outcome: 'known', place: reply.answer } : { outcome: 'unknown' }
  }
}

/** The departments and clinics that match a text. */
export async function searchPepCodes(call: Call, { query }: Input<Search>) {
  const reply = await askPep(call, (pep) => pep.searchPlaces(query.search))
  return async (): Promise<HandlerResult<Search>> =>
    'failure' in reply ? { outcome: 'no_answer', reason: reply.failure } : { outcome: 'found', places: reply.answer }
}
