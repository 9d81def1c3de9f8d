/** In local storage, so that the timeout applies in every tab and after a reload, until the next sign-in. */
export const timedOutKey = 'formward.timed-out'

const listeners = new Set<() => void>()
// A page keeps showing the panel until it is reloaded, even when the storage changes.
let hasTimedOut: boolean | undefined

export const isTimedOut = () => (hasTimedOut ??= localStorage.getItem(timedOutKey) !== null)

/** Ends the session in all tabs (IDLE-1). */
export function timeOut() {
  hasTimedOut = true
  localStorage.setItem(timedOutKey, 'yes')
  for (const listener of listeners) listener()
}

export function onTimeOut(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
