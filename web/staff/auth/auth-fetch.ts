import type { User } from 'oidc-client-ts'

import { isTimedOut } from '#web/staff/idle/timed-out.ts'
import { leaveWithoutAsking } from '#web/staff/unsaved/unsaved-forms.ts'

import { Away, SignedOut, type Identity } from './open-identity.ts'

type Deps = {
  identity: Identity
  /** Called when a renewed token speaks of other permissions than the one before. */
  onChanged: (before: User, after: User) => void
  /** Called when something went on by itself until its token ended. */
  onAway: () => void
}

/** fetch in the name of whoever is signed in. A refusal renews the token once and tries again; when that is refused too, the person signs in anew (ROLE-4). */
export function createAuthFetch({ identity, onChanged, onAway }: Deps) {
  const sendAs = async (user: User, url: string, init: RequestInit) =>
    fetch(url, { ...init, headers: { ...init.headers, ...(await identity.headersFor(user, url, init.method ?? 'GET')) } })

  async function sendTwiceAtMost(url: string, init: RequestInit) {
    const user = await identity.freshUser()
    const response = await sendAs(user, url, init)
    if (response.status !== 401 && response.status !== 403) return response
    const renewed = await identity.freshUser(user.access_token)
    onChanged(user, renewed)
    return sendAs(renewed, url, init)
  }

  let leaving: Promise<void> | undefined
  return (url: string, init: RequestInit) =>
    sendTwiceAtMost(url, init).catch(async (error: unknown) => {
      if (error instanceof Away) onAway()
      if (!(error instanceof SignedOut) || isTimedOut()) throw error
      leaveWithoutAsking()
      await (leaving ??= identity.beginSignIn(location.pathname + location.search + location.hash))
      throw error
    })
}
