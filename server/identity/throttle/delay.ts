import { setTimeout as wait } from 'node:timers/promises'

/** A delayed attempt holds a connection of the browser and a timer, and nothing else. */
type Limits = { maxDelayed?: number; maxDelayedPerNetwork?: number; maxDelayedPerAddress?: number }

/**
 * Delays of this process, as many as it can hold. Answers false where too many are delayed already (all together, of one network, or of one email address
 * from that network), or where `signal` ends the delay. One network must not hold all the places: everybody else's attempts would be turned away.
 */
export function createDelays({ maxDelayed = 500, maxDelayedPerNetwork = 100, maxDelayedPerAddress = 5 }: Limits = {}) {
  const delayed = new Map<string, number>()
  return async ({ address, network }: { address: string; network: string }, seconds: number, signal: AbortSignal) => {
    const places = { '': maxDelayed, [network]: maxDelayedPerNetwork, [`${address} ${network}`]: maxDelayedPerAddress }
    if (Object.entries(places).some(([place, most]) => (delayed.get(place) ?? 0) >= most)) return false
    for (const place of Object.keys(places)) delayed.set(place, (delayed.get(place) ?? 0) + 1)
    try {
      await wait(seconds * 1000, undefined, { signal })
      return true
    } catch {
      return false // the browser has left, or this process ends
    } finally {
      for (const place of Object.keys(places)) {
        const left = delayed.get(place)! - 1
        if (left > 0) delayed.set(place, left)
        else delayed.delete(place)
      }
    }
  }
}
