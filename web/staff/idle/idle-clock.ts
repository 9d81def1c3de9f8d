/** A moment by both clocks, in milliseconds: the wall's, which people and networks set, and the browser's, which only goes forward but may stand still in sleep. */
export type Moment = { wall: number; ticks: number }

export const minute = 60_000

/** What storage says was the last activity: missing and garbage say nothing. */
export const readLastSeen = (text: string | null) => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/**
 * The last activity that this tab knows of, after looking into storage. Another tab's activity is taken at the wall clock's word once, and
 * kept by the browser's clock from then on. One that lies in the future is as good as now: somebody has set the clock back since.
 */
export function notice(known: Moment, stored: number | undefined, now: Moment): Moment {
  if (stored === undefined || stored === known.wall) return known
  return { wall: stored, ticks: now.ticks - Math.max(0, now.wall - stored) }
}

/** How long nobody has been here. Of two clocks that disagree the later one is right: a session ends too early rather than never. */
export const elapsedSince = (seen: Moment, now: Moment) => Math.max(0, now.wall - seen.wall, now.ticks - seen.ticks)

/** How long before the end one is warned (IDLE-4): a minute; of a single minute the second half. */
export const warningTime = (minutes: number) => (minutes > 1 ? minute : minute / 2)

export type Verdict = { is: 'awake' | 'warned'; left: number } | { is: 'timedOut' }

/** IDLE-1: whole minutes of inactivity against the limit. `left` is what remains of it. */
export function judge(elapsed: number, minutes: number): Verdict {
  if (Math.floor(elapsed / minute) >= minutes) return { is: 'timedOut' }
  const left = minutes * minute - elapsed
  return { is: left <= warningTime(minutes) ? 'warned' : 'awake', left }
}

/** Whether what happens now happens by itself: nobody has touched anything for a while. */
export const isAway = (elapsed: number, minutes: number) => elapsed >= warningTime(minutes)

/** The time left as it is read out: not every second, and never less than what is left. */
export function spokenSeconds(left: number) {
  const seconds = Math.ceil(left / 1_000)
  return seconds > 10 ? Math.ceil(seconds / 15) * 15 : 10
}
