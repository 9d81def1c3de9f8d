/**
 * What was found for a text, for some time. Of more texts than `most` the oldest are forgotten.
 *
 * @param most how many texts
 */
export function openRecent<Found>(most: number) {
  const kept = new Map<string, { found: Found; until: number }>()
  return {
    get: (text: string): Found | undefined => {
      const known = kept.get(text)
      if (known === undefined || known.until > Date.now()) return known?.found
      kept.delete(text)
      return undefined
    },
    /** @param until in milliseconds since 1970 */
    set: (text: string, found: Found, until = Infinity) => {
      // A map has its keys in the order in which they were added.
      for (const oldest of kept.keys()) {
        if (kept.size < most) break
        kept.delete(oldest)
      }
      kept.set(text, { found, until })
    },
  }
}
