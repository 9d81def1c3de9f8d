import type { User } from 'oidc-client-ts'

import type { ProblemBody } from '#contract/problems.ts'
import { isTimedOut } from '#web/staff/idle/timed-out.ts'
import { leaveWithoutAsking } from '#web/staff/unsaved/unsaved-forms.ts'

import { freshSignIn } from './fresh-sign-in.ts'
import { Away, SignedOut, SignInNotAccepted, type Identity } from './open-identity.ts'

type Deps = {
  identity: Identity
  /** Called when a renewed token speaks of other permissions than the one before. */
  onChanged: (before: User, after: User) => void
  /** Called when something went on by itself until its token ended. */
  onAway: () => void
}

/**
 * fetch in the name of whoever is signed in. A refusal renews the token once and tries again (ROLE-4). Where the token itself is refused and cannot be
 * renewed, the person signs in anew, once: what is refused right after that is told in words.
 */
export function createAuthFetch({ identity, onChanged, onAway }: Deps) {
  async function sendAs(user: User, url: string, init: RequestInit) {
    const headers = { ...init.headers, ...(await identity.headersFor(user, url, init.method ?? 'GET')) }
    const response = await fetch(url, { ...init, headers })
    if (!isRefusal(response) && response.status < 500) freshSignIn.prove()
    return response
  }

  async function sendTwiceAtMost(url: string, init: RequestInit) {
    const user = await identity.freshUser()
    const response = await sendAs(user, url, init)
    if (!isRefusal(response) || !(await isWorthAnotherToken(user, response))) return response
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
      if (error instanceof Away) onAway()
      if (!(error instanceof SignedOut) || isTimedOut()) throw error
      leaveWithoutAsking()
      await (leaving ??= identity.beginSignIn(location.pathname + location.search + location.hash))
      throw error
    })
}

const isRefusal = ({ status }: Response) => status === 401 || status === 403

/** Whether a refused call may end otherwise with a renewed token, or after signing in anew. */
async function isWorthAnotherToken({ refresh_token }: User, response: Response) {
  const code = await codeOf(response)
  if (code === 'wrong_clock') return false
  if (refresh_token) return true
  // A role or a membership is not in the token: signing in anew changes neither.
  const isOfToken = code === 'not_signed_in' || (code === undefined && response.status === 401)
  return isOfToken && !freshSignIn.isUnproven()
}

/** Undefined where something between us and the server answered in its place. */
async function codeOf(response: Response) {
  if (!response.headers.get('content-type')?.includes('problem+json')) return undefined
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as ProblemBody | undefined // our own server's answer
  return body?.code
}
