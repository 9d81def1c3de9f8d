/** Held by the tab that signs out until its page is gone: by then the provider has ended the session. */
const lock = 'formward.leaving'

/** How long one tab waits for another that renews or signs out, in milliseconds. */
export const patience = 5_000

const forEver = () => new Promise<never>(() => {})

let isLeaving = false

/** Does what leads away from this page. Comes back only when that fails, and then rejects. */
export async function leaveBy(leaving: () => Promise<void>): Promise<never> {
  isLeaving = true
  const leave = async () => {
    const failed = await leaving().then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    return failed ?? forEver()
  }
  // Another tab may hang on its way out: this one signs out all the same.
  const { error } = await navigator.locks.request(lock, { signal: AbortSignal.timeout(patience) }, leave).catch(leave)
  isLeaving = false
  throw error
}

/** Whoever went to sign in while another tab was still signing out would come with the session that is about to end. */
export const othersHaveLeft = () =>
  isLeaving ? forEver() : navigator.locks.request(lock, { mode: 'shared', signal: AbortSignal.timeout(patience) }, () => {}).catch(() => {})
