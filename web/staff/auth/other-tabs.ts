import { isTimedOut, timedOutKey, timeOut } from '#web/staff/idle/timed-out.ts'
import { leaveWithoutAsking } from '#web/staff/unsaved/unsaved-forms.ts'

/**
 * Signing out in one tab signs out all tabs. The timeout panel appears in all tabs and disappears after the next sign-in. A page that returns from
 * the back-forward cache is reloaded.
 */
export function watchOtherTabs() {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === timedOutKey && newValue !== null) timeOut()
    const isUserKey = key?.startsWith('formward.user:') ?? false
    // Another tab may store a renewed token while the panel is shown. Only a sign-in removes the timeout mark first.
    const isSignedIn = isUserKey && newValue !== null && localStorage.getItem(timedOutKey) === null
    const isSignedOut = key === null || (isUserKey && newValue === null)
    if (isTimedOut() ? !isSignedIn : !isSignedOut) return
    leaveWithoutAsking()
    // The next user must not be led to the screen of the last one.
    if (key === null) location.replace('/')
    else location.reload()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
