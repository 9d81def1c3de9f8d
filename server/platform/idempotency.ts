import { createHash } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import { type Route, takesIdempotencyKey } from '#contract/route.ts'

import type { Keys } from './keys.ts'
import { fieldProblem } from './problem.ts'

/** A call that may be sent again and is done once (INT-2, docs/decisions/0058-idempotency.md). */
export type RepeatableCall = { keyHash: string; call: string; bodyHash: string }

const header = 'Idempotency-Key'

/**
 * The call, if it carries an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header). The draft writes the key in quotation marks, which
 * many clients leave out. The hash of the body is keyed: a body with few possible values cannot be guessed from it.
 */
export function repeatableCallOf(keys: Keys, route: Route, { headers, method, url }: FastifyRequest, input: Record<string, unknown>) {
  const sent = headers['idempotency-key']
  if (sent === undefined || method !== 'POST') return undefined
  // A key that is ignored would be a promise that is not kept.
  if (!takesIdempotencyKey(route)) throw fieldProblem(header, 'This call cannot be repeated with a key.')
  const key = /^"?([\x21\x23-\x7e]{1,255}?)"?$/.exec(String(sent))?.[1]
  if (key === undefined) throw fieldProblem(header, 'The key must have 1 to 255 letters, figures or signs, without spaces.')
  const { query, body } = input
  const file = body instanceof Uint8Array ? createHash('sha256').update(body).digest('base64url') : body
  return {
    keyHash: createHash('sha256').update(key).digest('base64url'),
    call: `${method} ${url.split('?')[0]}`,
    bodyHash: keys.sign('idempotency-body', JSON.stringify([query, file])),
  } satisfies RepeatableCall
}
