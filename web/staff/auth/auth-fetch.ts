import type { ProblemBody } from '#contract/problems.ts'
import { idTokenHeader } from '#domain/id-token-header.ts'
import { isTimedOut } from '#web/staff/idle/timed-out.ts'
import { leaveWithoutAsking } from '#web/staff/unsaved/unsaved-forms.ts'

import { freshSignIn } from './fresh-sign-in.ts'
import { SignedOut, SignInNotAccepted, UserInactive, type Identity } from './open-identity.ts'
import type { User } from './user-tokens.ts'

type Deps = {
  identity: Identity
  /** The accounts are with another provider. */
  isExternal: boolean
  /** called when a renewed token may have other permissions than the one before */
  onChanged: (before: User, after: User) => void
  /** called when a background request finds an expired token while the user is inactive */
  onInactive: () => void
}

/**
 * fetch with the access token of the user. A refusal renews the token once and sends the request again (ROLE-4). If the token itself is refused
 * and cannot be renewed, the user signs in again, once. A refusal right after that is shown as an error.
 */
export function createAuthFetch({ identity, isExternal, onChanged, onInactive }: Deps) {
  async function sendAs(user: User, url: string, init: RequestInit) {
    const headers = { ...init.headers, ...(await identity.headersFor(user, url, init.method ?? 'GET')) }
    const response = await fetch(url, { ...init, headers })
    if (!isRefusal(response) && response.status < 500) freshSignIn.confirm()
    return response
  }

  async function sendTwiceAtMost(url: string, init: RequestInit) {
    const user = await identity.freshUser()
    const response = await sendAs(user, url, init)
    if (!isRefusal(response)) return response
    // The provider may say only in the ID token who somebody is whom the server does not know yet.
    if (isExternal && user.id_token !== undefined && (await codeOf(response)) === 'no_member')
      return sendAs(user, url, { ...init, headers: { ...init.headers, [idTokenHeader]: user.id_token } })
    if (!(await isWorthAnotherToken(user, response))) return response
    const renewed = await identity.freshUser(user.access_token).catch((error: unknown) => {
      if (error instanceof SignInNotAccepted) return undefined
      throw error
    })
    if (!renewed) return response
    onChanged(user, renewed)
    return sendAs(renewed, url, init)
  }

  let leaving: Promise<void> | undefined
  return (url: string, init: RequestInit) =>
    sendTwiceAtMost(url, init).catch(async (error: unknown) => {
      if (error instanceof UserInactive) onInactive()
      if (!(error instanceof SignedOut) || isTimedOut()) throw error
      leaveWithoutAsking()
      await (leaving ??= identity.beginSignIn(location.pathname + location.search + location.hash))
      throw error
    })
}

const isRefusal = ({ status }: Response) => status === 401 || status === 403

/** Whether a renewed token or a new sign-in could change the answer. */
async function isWorthAnotherToken({ refresh_token }: User, response: Response) {
  const code = await codeOf(response)
  if (code === 'wrong_clock') return false
  if (refresh_token) return true
  // The role and the membership are not in the token, so a new sign-in changes neither.
  const isTokenRefused = code === 'not_signed_in' || (code === undefined && response.status === 401)
  return isTokenRefused && !freshSignIn.isUnconfirmed()
}

/** The problem code of a response; undefined when a proxy answered instead of the server. */
async function codeOf(response: Response) {
  if (!response.headers.get('content-type')?.includes('problem+json')) return undefined
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as ProblemBody | undefined // our own server's answer
  return body?.code
}
