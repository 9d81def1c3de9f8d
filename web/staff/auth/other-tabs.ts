import { isTimedOut, timedOutKey, timeOut } from '#web/staff/idle/timed-out.ts'
import { leaveWithoutAsking } from '#web/staff/unsaved/unsaved-forms.ts'

/**
 * Who signs out in one tab is signed out in all. The panel of inactivity comes in all, and goes when somebody has signed in again.
 * Who comes back to a page that had left for the provider sees it begin anew.
 */
export function watchOtherTabs() {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === timedOutKey && newValue !== null) timeOut()
    const isOfUser = key?.startsWith('formward.user:') ?? false
    // A token that another tab had begun to renew comes while the panel stands. Only who signs in has taken the mark away before.
    const isSignedIn = isOfUser && newValue !== null && localStorage.getItem(timedOutKey) === null
    const isSignedOut = key === null || (isOfUser && newValue === null)
    if (isTimedOut() ? !isSignedIn : !isSignedOut) return
    leaveWithoutAsking()
    // Whoever signs in here next is not led to what was looked at before.
    if (key === null) location.replace('/')
    else location.reload()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
