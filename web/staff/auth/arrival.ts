import type { QueryClient } from '@tanstack/react-query'

import type { AppConfiguration } from '#contract/app-configuration.ts'
import type { Viewer } from '#domain/route-guards.ts'
import { api } from '#web/api/client.ts'
import { memberQuery, organisationQuery } from '#web/staff/session.ts'
import { findDrafts } from '#web/staff/unsaved/drafts.ts'

import { viewerOf } from './claims.ts'
import { targetOf, type Identity } from './open-identity.ts'

export type Deps = { identity: Identity; config: AppConfiguration; queryClient: QueryClient }

/** The provider returned an error, or an answer to a sign-in that was not started here. */
export class SignInFailed extends Error {
  /** the screen that the user wanted to open, for the next try */
  readonly target: string

  constructor(code: string, target: string) {
    super(code)
    this.target = target
  }
}

export const isSystemAdministrator = ({ permissions }: Viewer) => permissions.includes('admin::*')

/** Never resolves, because the browser is leaving for another page. */
const neverResolves = () => new Promise<never>(() => {})

/** The roles and permissions of the user, read from the token on every navigation (SIGN-3). Without a user, the browser goes to the provider. */
export async function requireViewer({ identity, config, queryClient }: Deps, target: string): Promise<Viewer> {
  const user = identity.user()
  if (!user) {
    await identity.beginSignIn(target)
    return neverResolves()
  }
  const claimed = viewerOf(user.profile, config.claims)
  if (claimed) return claimed
  const member = await queryClient.ensureQueryData(memberQuery)
  return { roles: [member.role], permissions: member.permissions }
}

/** Loads the user and the organisation before any screen that shows them. */
export const loadSession = async ({ queryClient }: Deps) => {
  await Promise.all([findDrafts(queryClient), queryClient.ensureQueryData(memberQuery), queryClient.ensureQueryData(organisationQuery)])
}

const arrivals = new Map<string, Promise<string>>()

/** Completes a sign-in, once per address, and returns the address to open (SIGN-2). */
export function arrive(deps: Deps, url: string) {
  const arriving = arrivals.get(url) ?? completeSignIn(deps, url)
  arrivals.set(url, arriving)
  return arriving
}

async function completeSignIn(deps: Deps, url: string) {
  const { target } = await deps.identity.completeSignIn(url).catch((error: unknown) => {
    if (error instanceof TypeError) throw error
    const { error: code = 'unknown', state } = error as { error?: string; state?: unknown } // only an answer of the provider has these
    throw new SignInFailed(code, targetOf(state))
  })
  await recordSignIn(deps)
  return target
}

/** Records the sign-in (SIGN-5). A refusal is ignored here: the first screen gets the same refusal and shows it. */
async function recordSignIn(deps: Deps) {
  try {
    if (isSystemAdministrator(await requireViewer(deps, '/'))) return
    deps.queryClient.setQueryData(memberQuery.queryKey, await api.members.login())
  } catch {
    // A sign-in that cannot be recorded must not keep the user out.
  }
}
