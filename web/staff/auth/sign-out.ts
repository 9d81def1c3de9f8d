import type { Deps } from './arrival.ts'

type Leaving = Pick<Deps, 'identity' | 'queryClient'>
let leaving: Promise<void> | undefined

/** Leaves once, however often it is asked. Rejects when this browser has forgotten the person but the provider could not be told. */
export const signOut = (deps: Leaving) => (leaving ??= leave(deps))

async function leave({ identity, queryClient }: Leaving) {
  // The address holds the token as a hint, so it is made before the token is forgotten.
  const address = await identity.signOutAddress().catch(() => undefined)
  queryClient.clear()
  await identity.forget()
  localStorage.clear()
  sessionStorage.clear()
  if (address === undefined) throw new Error('The provider cannot be reached')
  location.replace(address)
}
