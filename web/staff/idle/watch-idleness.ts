import {
  elapsedSince,
  idleState,
  isInactive,
  latestActivity,
  readLastSeen,
  warningTime,
  type IdleState,
  type Moment,
} from './idle-clock.ts'
import { presence } from './presence.ts'
import { isTimedOut } from './timed-out.ts'

/** Specification section 9. */
const lastSeenKey = 'lastSeen'

// The specification names the page load, the mouse and the keyboard. Touch is added, because a finger moves no mouse.
const activityEvents = ['mousemove', 'keyup', 'touchstart'] as const
const wakeEvents = ['focus', 'pageshow', 'visibilitychange'] as const

/** Activity is stored at most once in this time. */
const throttleMs = 1_000
/** A user who moves during the warning may be about to press one of its buttons. The warning closes after this long without movement. */
const closeWarningAfterMs = 5_000

export type Warning = { left: number; /** the user is active again and need not choose */ isAnswered: boolean }
type Watch = {
  minutes: number
  onWarning: (warning: Warning | undefined) => void
  onTimeOut: () => void
  /** called at most once a second */
  onActive: () => void
  /** called before each new wait, to read the limit again (IDLE-3) */
  onArmed: () => void
}

const momentNow = (): Moment => ({ wall: Date.now(), ticks: performance.now() })

/** Watches for inactivity until `stop` is called (IDLE-1). */
export function watchIdleness({ minutes, onWarning, onTimeOut, onActive, onArmed }: Watch) {
  let seen = momentNow()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWarned = false

  function elapsed() {
    const now = momentNow()
    seen = latestActivity(seen, readLastSeen(localStorage.getItem(lastSeenKey)), now)
    return elapsedSince(seen, now)
  }
  function write() {
    seen = momentNow()
    localStorage.setItem(lastSeenKey, String(seen.wall))
  }
  function warn(state: Exclude<IdleState, { is: 'timedOut' }>) {
    const stillness = elapsed()
    const isWanted = state.is === 'warned' || (isWarned && stillness < closeWarningAfterMs)
    if (isWanted) onWarning({ left: state.left, isAnswered: state.is === 'active' })
    else if (isWarned) onWarning(undefined)
    isWarned = isWanted
  }
  function check() {
    clearTimeout(timer)
    const state = idleState(elapsed(), minutes)
    if (state.is === 'timedOut') return onTimeOut()
    warn(state)
    timer = setTimeout(fire, isWarned ? throttleMs : state.left - warningTime(minutes))
  }
  function fire() {
    check()
    if (!isWarned && !isTimedOut()) onArmed()
  }
  function act() {
    const stillness = elapsed()
    if (stillness < throttleMs) return
    // After sleep, a mouse movement may come before the timer fires.
    if (idleState(stillness, minutes).is === 'timedOut') return onTimeOut()
    write()
    onActive()
  }

  write()
  check()
  presence.isInactive = () => isInactive(elapsed(), minutes)
  for (const type of activityEvents) addEventListener(type, act, { capture: true, passive: true })
  for (const type of wakeEvents) addEventListener(type, check)
  return {
    stay() {
      write()
      isWarned = false
      onWarning(undefined)
      check()
    },
    stop() {
      clearTimeout(timer)
      presence.isInactive = () => false
      for (const type of activityEvents) removeEventListener(type, act, { capture: true })
      for (const type of wakeEvents) removeEventListener(type, check)
    },
  }
}
