const shortest = 15_000
const longest = 300_000
/** As long as one try may take. */
const oneTry = 45_000

type Silence = { until: number; length: number; isBeingAsked: boolean }
const silences = new Map<string, Silence>()

/**
 * A mail server that says nothing is left alone for a while, then asked with one message before it is trusted with the others: every try
 * holds a hand of the worker for as long as it is waited, and thousands may be waiting. Each process finds out for itself.
 */
export function pausedUntil(url: string, now = Date.now()): Date | undefined {
  const silence = silences.get(url)
  if (!silence) return undefined
  if (silence.until > now) return new Date(silence.until)
  silences.set(url, { ...silence, until: now + oneTry, isBeingAsked: true })
  return undefined
}

export const hasAnswered = (url: string) => void silences.delete(url)

/** The pause grows with every try in vain, not with every message that was under way when it began. */
export function wasSilent(url: string, now = Date.now()) {
  const silence = silences.get(url)
  if (silence && !silence.isBeingAsked && silence.until > now) return
  const length = silence ? Math.min(longest, silence.length * 2) : shortest
  silences.set(url, { until: now + length, length, isBeingAsked: false })
}
