/** So many messages in this time. */
export type RateLimit = { messages: number; withinMs: number }

/** Counts what a stand-in for a provider takes. True for a call that would be over the limit, which is then not counted. */
export function countAgainst(manners: { limit?: RateLimit }) {
  const taken: { at: number; count: number }[] = []
  let total = 0
  return (count: number) => {
    const { messages, withinMs } = manners.limit ?? { messages: Infinity, withinMs: 0 }
    const now = performance.now()
    while (taken[0] && taken[0].at < now - withinMs) total -= taken.shift()!.count
    if (total + count > messages) return true
    taken.push({ at: now, count })
    total += count
    return false
  }
}
