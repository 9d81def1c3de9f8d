import type { QueryClient } from '@tanstack/react-query'

import type { AppConfiguration } from '#contract/app-configuration.ts'
import type { Viewer } from '#domain/route-guards.ts'
import { api } from '#web/api/client.ts'
import { memberQuery, organisationQuery } from '#web/staff/session.ts'
import { findDrafts } from '#web/staff/unsaved/drafts.ts'

import { viewerOf } from './claims.ts'
import { targetOf, type Identity } from './open-identity.ts'

export type Deps = { identity: Identity; config: AppConfiguration; queryClient: QueryClient }

/** The provider sent the person back without signing them in, or with something we never asked for. */
export class SignInFailed extends Error {
  /** Where the person wanted to go: there the next try leads. */
  readonly target: string

  constructor(code: string, target: string) {
    super(code)
    this.target = target
  }
}

export const isSystemAdministrator = ({ permissions }: Viewer) => permissions.includes('admin::*')

/** Never comes back: the browser is on its way to another page. */
const leaving = () => new Promise<never>(() => {})

/** Who is here, read from the token again on every navigation (SIGN-3). Whoever is not signed in leaves for the provider. */
export async function requireViewer({ identity, config, queryClient }: Deps, target: string): Promise<Viewer> {
  const user = await identity.user()
  if (!user) {
    await identity.beginSignIn(target)
    return leaving()
  }
  const claimed = viewerOf(user.profile, config.claims)
  if (claimed) return claimed
  const member = await queryClient.ensureQueryData(memberQuery)
  return { roles: [member.role], permissions: member.permissions }
}

/** The member and the organisation, before any screen that speaks of them. */
export const loadSession = async ({ queryClient }: Deps) => {
  await Promise.all([findDrafts(queryClient), queryClient.ensureQueryData(memberQuery), queryClient.ensureQueryData(organisationQuery)])
}

const underway = new Map<string, Promise<string>>()

/** Ends signing in, once per address, and says where to go (SIGN-2). */
export function arrive(deps: Deps, url: string) {
  const arriving = underway.get(url) ?? completeSignIn(deps, url)
  underway.set(url, arriving)
  return arriving
}

async function completeSignIn(deps: Deps, url: string) {
  const { target } = await deps.identity.completeSignIn(url).catch((error: unknown) => {
    if (error instanceof TypeError) throw error
    const { error: code = 'unknown', state } = error as { error?: string; state?: unknown } // only the provider's own answers have them
    throw new SignInFailed(code, targetOf(state))
  })
  await recordSignIn(deps)
  return target
}

/** SIGN-5. A refusal is shown by the first screen, which asks the same server the same thing. */
async function recordSignIn(deps: Deps) {
  try {
    if (isSystemAdministrator(await requireViewer(deps, '/'))) return
    deps.queryClient.setQueryData(memberQuery.queryKey, await api.members.login())
  } catch {
    // Recording is not what the person came for.
  }
}
