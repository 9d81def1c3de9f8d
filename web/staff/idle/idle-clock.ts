/** A moment in milliseconds by two clocks: the system clock, which can be changed, and the browser's clock, which may stop while the computer sleeps. */
export type Moment = { wall: number; ticks: number }

export const minute = 60_000

/** The last activity in storage; undefined when it is missing or not a time. */
export const readLastSeen = (text: string | null) => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/**
 * The last activity in any tab, from this tab and from storage. Activity of another tab is read once by the system clock and then counted by the
 * browser's clock. A time in the future counts as now, because the system clock has been set back since.
 */
export function latestActivity(known: Moment, stored: number | undefined, now: Moment): Moment {
  if (stored === undefined || stored === known.wall) return known
  return { wall: stored, ticks: now.ticks - Math.max(0, now.wall - stored) }
}

/** The time of inactivity. If the clocks disagree, the longer time counts, so that a session ends too early rather than never. */
export const elapsedSince = (seen: Moment, now: Moment) => Math.max(0, now.wall - seen.wall, now.ticks - seen.ticks)

/** How long before the timeout the warning appears (IDLE-4): one minute, or half a minute when the limit is one minute. */
export const warningTime = (minutes: number) => (minutes > 1 ? minute : minute / 2)

export type IdleState = { is: 'active' | 'warned'; left: number } | { is: 'timedOut' }

/** Compares whole minutes of inactivity with the limit (IDLE-1). `left` is the remaining time. */
export function idleState(elapsed: number, minutes: number): IdleState {
  if (Math.floor(elapsed / minute) >= minutes) return { is: 'timedOut' }
  const left = minutes * minute - elapsed
  return { is: left <= warningTime(minutes) ? 'warned' : 'active', left }
}

/** Whether the user is inactive, so that requests come from the page itself. */
export const isInactive = (elapsed: number, minutes: number) => elapsed >= warningTime(minutes)

/** The remaining time for a screen reader: rounded up, so that it changes only a few times. */
export function announcedSeconds(left: number) {
  const seconds = Math.ceil(left / 1_000)
  return seconds > 10 ? Math.ceil(seconds / 15) * 15 : 10
}
