/** Held by the tab that signs out until its page is gone: by then the provider has ended the session. */
const lock = 'formward.leaving'

/** Does what leads away from this page. Comes back only when that fails, and then rejects. */
export const leaveBy = (leaving: () => Promise<void>): Promise<never> =>
  navigator.locks.request(lock, async () => {
    await leaving()
    return new Promise<never>(() => {})
  })

/** How long one tab waits for another that renews or signs out, in milliseconds. */
export const patience = 5_000

/** Whoever went to sign in while another tab was still signing out would come with the session that is about to end. */
export const othersHaveLeft = () =>
  navigator.locks.request(lock, { mode: 'shared', signal: AbortSignal.timeout(patience) }, () => {}).catch(() => {})
