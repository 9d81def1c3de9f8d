import type { letters } from '#contract/letters.ts'
import type { Input } from '#contract/route.ts'
import type { Context } from '#server/platform/context.ts'
import { actOnRequests } from '#server/requests/requests.ts'

/** Puts letters for many form requests in the queue. Each one succeeds or fails by itself. */
export async function queueManyLetters(ctx: Context, { body: { requests, takeOver, again } }: Input<typeof letters.queue>) {
  const ids = [...new Set(requests)]
  const { refusals } = await actOnRequests(ctx, ids, () => [{ kind: 'queue_letter', again }], { takeOver, maySend: true })
  return {
    results: ids.map((id) => {
      const refusal = refusals.get(id)
      return refusal ? { id, done: false, code: refusal.code, ...(refusal.detail && { reason: refusal.detail }) } : { id, done: true }
    }),
  }
}
