/** A silent provider is paused for 15 seconds at first, and for five minutes at most. */
const firstPauseMs = 15_000
const longestPauseMs = 300_000
/** One try takes no longer than this. */
const longestTryMs = 45_000

/** A provider that has not answered after this time, in milliseconds, is slow: others wait until it answers, or is tried with one message. */
export const slowAfterMs = 5_000
/** How many slow tries of one provider may be open, so that one that hangs for every message takes no more connections. */
const maxSlowTries = 30

/** `isWanted`: the provider asked for the pause. */
type Pause = { until: number; lengthMs: number; isTrying: boolean; isWanted: boolean }
const pauses = new Map<string, Pause>()
const slowTries = new Map<string, number>()

/**
 * The time until which no message is sent to a provider that did not respond or asked us to wait. After the pause one message is tried
 * first, because every try occupies a worker until its timeout. Each process has its own pauses.
 *
 * @param provider the address of the provider
 */
export function pausedUntil(provider: string, now = Date.now()): Date | undefined {
  if ((slowTries.get(provider) ?? 0) >= maxSlowTries) return new Date(now + firstPauseMs)
  const pause = pauses.get(provider)
  if (!pause) return undefined
  if (pause.until > now) return new Date(pause.until)
  pauses.set(provider, { ...pause, until: now + longestTryMs, isTrying: true })
  return undefined
}

/** Ends a pause of a provider that responds again. One that it asked for goes on: an answer to an earlier call does not end it. */
export function recordAnswer(provider: string, now = Date.now()) {
  const pause = pauses.get(provider)
  if (!pause?.isWanted || pause.isTrying || pause.until <= now) pauses.delete(provider)
}

/** Only a try that was made alone doubles the pause, not messages that were already being sent. */
export function recordSilence(provider: string, now = Date.now()) {
  const pause = pauses.get(provider)
  if (pause && !pause.isTrying && pause.until > now) return
  const lengthMs = pause ? Math.min(longestPauseMs, pause.lengthMs * 2) : firstPauseMs
  pauses.set(provider, { until: now + lengthMs, lengthMs, isTrying: false, isWanted: false })
}

/** Pauses a provider that asked us to wait, for example with Retry-After (RFC 9110 section 10.2.3). */
export function recordWait(provider: string, waitMs: number, now = Date.now()) {
  pauses.set(provider, { until: now + Math.min(longestPauseMs, waitMs), lengthMs: firstPauseMs, isTrying: false, isWanted: true })
}

/** Makes a try that may take minutes, and pauses the provider once the try is slow. */
export async function watchSlowness<T>(provider: string, attempt: () => Promise<T>): Promise<T> {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    slowTries.set(provider, (slowTries.get(provider) ?? 0) + 1)
    recordSilence(provider)
  }, slowAfterMs)
  try {
    return await attempt()
  } finally {
    clearTimeout(timer)
    const left = (slowTries.get(provider) ?? 0) - (isSlow ? 1 : 0)
    if (left > 0) slowTries.set(provider, left)
    else slowTries.delete(provider)
  }
}
