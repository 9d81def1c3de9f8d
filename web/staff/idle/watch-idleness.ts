import { elapsedSince, isAway, judge, notice, readLastSeen, warningTime, type Moment, type Verdict } from './idle-clock.ts'
import { presence } from './presence.ts'
import { isTimedOut } from './timed-out.ts'

/** Specification section 9. */
const lastSeenKey = 'lastSeen'

// The three of the specification are the page load, the mouse and the keyboard; a finger moves no mouse.
const signsOfLife = ['mousemove', 'keyup', 'touchstart'] as const
const wakings = ['focus', 'pageshow', 'visibilitychange'] as const

/** Activity is written down once a second at most. */
const throttle = 1_000
/** Who moves while the warning stands may be on the way to one of its buttons: it goes once they have been still for so long. */
const onTheWay = 5_000

export type Warning = { left: number; /** somebody is here, and need not choose */ isAnswered: boolean }
type Watch = {
  minutes: number
  onWarning: (warning: Warning | undefined) => void
  onTimeOut: () => void
  /** at most once a second */
  onActive: () => void
  /** before waiting once more: the limit is looked up again (IDLE-3) */
  onArmed: () => void
}

const momentNow = (): Moment => ({ wall: Date.now(), ticks: performance.now() })

/** Watches over inactivity until it is told to stop (IDLE-1). */
export function watchIdleness({ minutes, onWarning, onTimeOut, onActive, onArmed }: Watch) {
  let seen = momentNow()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWarned = false

  function elapsed() {
    const now = momentNow()
    seen = notice(seen, readLastSeen(localStorage.getItem(lastSeenKey)), now)
    return elapsedSince(seen, now)
  }
  function write() {
    seen = momentNow()
    localStorage.setItem(lastSeenKey, String(seen.wall))
  }
  function warn(verdict: Exclude<Verdict, { is: 'timedOut' }>) {
    const stillness = elapsed()
    const isWanted = verdict.is === 'warned' || (isWarned && stillness < onTheWay)
    if (isWanted) onWarning({ left: verdict.left, isAnswered: verdict.is === 'awake' })
    else if (isWarned) onWarning(undefined)
    isWarned = isWanted
  }
  function check() {
    clearTimeout(timer)
    const verdict = judge(elapsed(), minutes)
    if (verdict.is === 'timedOut') return onTimeOut()
    warn(verdict)
    timer = setTimeout(fire, isWarned ? throttle : verdict.left - warningTime(minutes))
  }
  function fire() {
    check()
    if (!isWarned && !isTimedOut()) onArmed()
  }
  function act() {
    const stillness = elapsed()
    if (stillness < throttle) return
    // Whoever wakes a sleeping computer moves the mouse before the timer comes to it.
    if (judge(stillness, minutes).is === 'timedOut') return onTimeOut()
    write()
    onActive()
  }

  write()
  check()
  presence.isAway = () => isAway(elapsed(), minutes)
  for (const sign of signsOfLife) addEventListener(sign, act, { capture: true, passive: true })
  for (const waking of wakings) addEventListener(waking, check)
  return {
    stay() {
      write()
      isWarned = false
      onWarning(undefined)
      check()
    },
    stop() {
      clearTimeout(timer)
      presence.isAway = () => false
      for (const sign of signsOfLife) removeEventListener(sign, act, { capture: true })
      for (const waking of wakings) removeEventListener(waking, check)
    },
  }
}
