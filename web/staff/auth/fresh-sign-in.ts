/** In session storage, so that the mark survives a reload: the user has signed in, and the server has not accepted a request since. */
const key = 'formward.fresh-sign-in'

/** Read on first use, because unit tests load this module without a browser. */
let isFresh: boolean | undefined
const read = () => (isFresh ??= sessionStorage.getItem(key) !== null)

/**
 * Whether the server has accepted no request since the last sign-in. If the server refuses the tokens of the provider, another automatic sign-in
 * would repeat for ever.
 */
export const freshSignIn = {
  isUnconfirmed: read,
  begin() {
    isFresh = true
    sessionStorage.setItem(key, 'yes')
  },
  /** The server has accepted a request. */
  confirm() {
    if (!read()) return
    isFresh = false
    sessionStorage.removeItem(key)
  },
}
