import { clearStorage } from '#web/staff/unsaved/draft-mark.ts'

import type { Deps } from './arrival.ts'
import { leavePage } from './leaving.ts'

type Leaving = Pick<Deps, 'identity' | 'queryClient'>
let closing: Promise<string | undefined> | undefined
let leaving: Promise<never> | undefined

/** Deletes the tokens and all cached data of the user. Returns the sign-out address of the provider; undefined when it cannot be reached. */
export const closeSession = (deps: Leaving, alsoForget?: () => void) => (closing ??= close(deps, alsoForget))

async function close({ identity, queryClient }: Leaving, alsoForget?: () => void) {
  // The address contains the ID token as a hint, so it is built before the token is deleted.
  const address = await identity.signOutAddress().catch(() => undefined)
  await queryClient.cancelQueries()
  queryClient.clear()
  await identity.forget(alsoForget)
  return address
}

/** Signs out once, even when called again. Rejects when the data is deleted but the provider could not be reached. */
export const signOut = (deps: Leaving) => (leaving ??= leavePage(() => goToProvider(deps)))

async function goToProvider(deps: Leaving) {
  // Clearing the whole storage tells the other tabs to sign out and not to return to their screens.
  const address = await closeSession(deps, clearStorage)
  clearStorage() // again, because the session may have been closed earlier and data stored since
  if (address === undefined) throw new Error('The provider cannot be reached')
  location.replace(address)
}
