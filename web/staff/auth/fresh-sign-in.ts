/** Of this tab, so that it outlives a reload: somebody has signed in, and the server has not accepted a call of theirs since. */
const key = 'formward.fresh-sign-in'

/** Undefined until it is asked for: modules that import this one are loaded without a browser, too. */
let isFresh: boolean | undefined
const read = () => (isFresh ??= sessionStorage.getItem(key) !== null)

/**
 * Whether the last sign-in has led to nothing yet. The server then refuses the tokens of this provider, and signing in once more, which may happen
 * without a question at the provider, would go round for ever.
 */
export const freshSignIn = {
  isUnproven: read,
  begin() {
    isFresh = true
    sessionStorage.setItem(key, 'yes')
  },
  /** The server has accepted a call. */
  prove() {
    if (!read()) return
    isFresh = false
    sessionStorage.removeItem(key)
  },
}
