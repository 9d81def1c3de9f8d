import { clearStorage } from '#web/staff/unsaved/kept-here.ts'

import type { Deps } from './arrival.ts'
import { leaveBy } from './leaving.ts'

type Leaving = Pick<Deps, 'identity' | 'queryClient'>
let closing: Promise<string | undefined> | undefined
let leaving: Promise<never> | undefined

/** Forgets who was here and all that was read in their name; answers where signing out of the provider goes on, if it can be reached. */
export const closeSession = (deps: Leaving, alsoForget?: () => void) => (closing ??= close(deps, alsoForget))

async function close({ identity, queryClient }: Leaving, alsoForget?: () => void) {
  // The address holds the token as a hint, so it is made before the token is forgotten.
  const address = await identity.signOutAddress().catch(() => undefined)
  await queryClient.cancelQueries()
  queryClient.clear()
  await identity.forget(alsoForget)
  return address
}

/** Leaves once, however often it is asked. Rejects when this browser has forgotten the person but the provider could not be told. */
export const signOut = (deps: Leaving) => (leaving ??= leaveBy(() => goToProvider(deps)))

async function goToProvider(deps: Leaving) {
  // The other tabs see the whole storage go, not only the token: they end too, and do not ask to come back to where they were.
  const address = await closeSession(deps, clearStorage)
  clearStorage() // of what came since, where the session had been closed before
  if (address === undefined) throw new Error('The provider cannot be reached')
  location.replace(address)
}
