/** In storage, so that it is so in every tab, and after a reload, until somebody signs in again. */
export const timedOutKey = 'formward.timed-out'

const listeners = new Set<() => void>()
// A page that has shown the panel shows it until it is loaded anew, whatever becomes of storage.
let isOver: boolean | undefined

export const isTimedOut = () => (isOver ??= localStorage.getItem(timedOutKey) !== null)

/** The session is over for whoever looks at this browser (IDLE-1). */
export function timeOut() {
  isOver = true
  localStorage.setItem(timedOutKey, 'yes')
  for (const tell of listeners) tell()
}

export function onTimeOut(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
