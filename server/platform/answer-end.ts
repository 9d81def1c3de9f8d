import type { FastifyReply } from 'fastify'

/** Aborted when the answer has been sent, or the client has gone away before, perhaps already. */
export function endOf({ raw }: FastifyReply): AbortSignal {
  const ended = new AbortController()
  // A client that left while the caller was looked up is not announced a second time.
  if (raw.destroyed) ended.abort()
  else raw.once('close', () => ended.abort())
  return ended.signal
}
