/** The tab that signs out holds this lock until its page has closed. By then the provider has ended the session. */
const signOutLock = 'formward.leaving'

/** The longest wait for another tab that renews a token or signs out. */
export const lockTimeoutMs = 5_000

const neverResolves = () => new Promise<never>(() => {})

let isLeaving = false

/** Runs an action that leaves this page. It returns only when the action fails, and then rejects. */
export async function leavePage(action: () => Promise<void>): Promise<never> {
  isLeaving = true
  const leave = async () => {
    const failed = await action().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    return failed ?? neverResolves()
  }
  // If another tab hangs while it signs out, this tab signs out all the same.
  const { error } = await navigator.locks.request(signOutLock, { signal: AbortSignal.timeout(lockTimeoutMs) }, leave).catch(leave)
  isLeaving = false
  throw error
}

/** Waits until other tabs have signed out. A sign-in before that would use the session that is about to end. */
export const waitForSignOut = () =>
  isLeaving
    ? neverResolves()
    : navigator.locks.request(signOutLock, { mode: 'shared', signal: AbortSignal.timeout(lockTimeoutMs) }, () => {}).catch(() => {})
