import type { FastifyInstance } from 'fastify'

import { idTokenHeader } from '#domain/id-token-header.ts'
import type { AuthenticationError } from '#server/platform/authentication-challenge.ts'
import { isSystemAdministrator } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notAccepted, Problem } from '#server/platform/problem.ts'
import type { Identify } from '#server/platform/serve.ts'
import type { Services } from '#server/platform/services.ts'

import { serveAppConfiguration } from './app-configuration.routes.ts'
import { hasLocalPassword } from './local-accounts.ts'
import { serveOneTimeLinks } from './one-time-links/one-time-links.routes.ts'
import { hashed } from './provider/hashed.ts'
import { openKeyring } from './provider/keyring.ts'
import { mountProvider } from './provider/mount.ts'
import { createProvider, issuerOf } from './provider/provider.ts'
import { serveSignOut } from './provider/sign-out.routes.ts'
import { serveSignIn } from './sign-in/sign-in.routes.ts'
import { checkProof } from './token/check-proof.ts'
import { findClientOf, findSignedIn } from './token/find-signed-in.sql.ts'
import { createLinkFirstSignIn, type LinkFirstSignIn } from './token/link-first-sign-in.ts'
import { markSeen } from './token/seen-proofs.sql.ts'
import { remembering, trustOwnTokens, trustTokensOf, type VerifyAccessToken } from './token/verify-access-token.ts'
import { serveUpstream } from './upstream/upstream.routes.ts'

export type Identity = { identify: Identify; serve: (app: FastifyInstance) => void }

/** The provider that the product trusts: its own, or another one by configuration. */
export async function openIdentity(services: Services): Promise<Identity> {
  const { config } = services
  const { direct } = config
  if (direct)
    return {
      identify: createIdentify(services, {
        verify: remembering(trustTokensOf(config, direct)),
        isOurs: false,
        welcome: createLinkFirstSignIn(services, direct),
      }),
      serve: (app) => serveAppConfiguration(app, config, direct.issuer),
    }
  const keyring = await openKeyring(services)
  const issuer = issuerOf(services)
  const providerOfNow = keyring.of((keys) => createProvider(services, keys))
  // What needs no key of tokens is served by the first one for good: it keeps everything in the database.
  const provider = await providerOfNow()
  return {
    identify: createIdentify(services, { verify: remembering(trustOwnTokens(config, issuer, keyring)), isOurs: true }),
    serve: (app) => {
      serveAppConfiguration(app, config, issuer)
      serveSignIn(app, provider, services)
      if (hasLocalPassword(config) || config.BREAK_GLASS_ACCOUNT !== undefined) serveOneTimeLinks(app, services)
      serveSignOut(app, provider, services)
      if (config.upstream) serveUpstream(app, provider, services, config.upstream)
      mountProvider(app, providerOfNow, services)
    },
  }
}

/** `welcome`: where accounts live elsewhere, who a new subject is. */
type Trust = { verify: VerifyAccessToken; isOurs: boolean; welcome?: LinkFirstSignIn }

/** Who sent a request: the member or integration client whose subject is in a valid token. What they may do is never read from the token (SIGN-4). */
function createIdentify(services: Pick<Services, 'config' | 'db' | 'directory'>, { verify, isOurs, welcome }: Trust): Identify {
  const { config } = services
  const mustBeBound = isOurs && config.DPOP === 'on'

  return async ({ headers, method, url, ip }, isAgain = false) => {
    // A stream ends without a reason.
    const refuse = (error: AuthenticationError) => {
      if (isAgain) return undefined
      throw notAccepted(error)
    }
    const [, scheme = '', token = ''] = /^(Bearer|DPoP) +(.*)$/i.exec(headers.authorization ?? '') ?? []
    if (!scheme) return undefined
    const valid = /^[\w.~+/=-]+$/.test(token) ? await verify(token) : undefined
    if (!valid || (mustBeBound && !valid.thumbprint)) return refuse('invalid_token')

    let proofId: string | undefined
    // A proof is good for some minutes and for one use: whether somebody is still signed in does not depend on it.
    if (valid.thumbprint && !isAgain) {
      const { dpop } = headers
      const { thumbprint } = valid
      const address = config.PUBLIC_URL + url
      const proof =
        scheme.toLowerCase() === 'dpop' && typeof dpop === 'string'
          ? await checkProof({ proof: dpop, token, thumbprint, method, address })
          : undefined
      // A token bound to a key is worth nothing without it.
      if (!proof) return refuse('invalid_dpop_proof')
      if ('clockOffsetSeconds' in proof) throw new Problem('wrong_clock', undefined, undefined, proof)
      proofId = proof.id
    }

    // A token of the client credentials grant is for the client itself (RFC 9068 section 2.2).
    if (isOurs && valid.clientId !== undefined && valid.clientId === valid.subject) {
      const found = await findClientOf(services, valid, proofId)
      if (!found.client) return refuse('invalid_token')
      if (!found.isProofFresh) return refuse('invalid_dpop_proof')
      const { actor, secondsToWait } = found.client
      if (secondsToWait > 0) throw tooManyCalls(secondsToWait)
      return actor
    }

    const { isTokenValid, isProofFresh, actor: known } = await findSignedIn(services, valid, proofId, isOurs)
    if (!isTokenValid) return refuse('invalid_token')
    if (!isProofFresh) return refuse('invalid_dpop_proof')
    const actor = known ?? (await welcome?.(valid, token, headers[idTokenHeader]))
    if (!actor) throw new Problem('no_member')
    // Where people sign in elsewhere, a session is first seen by its token. A provider that names no session starts one with every token.
    if (!isOurs && isSystemAdministrator(actor))
      await recordFirstUse(services, { subject: valid.subject, session: valid.sessionId ?? String(valid.issuedAt), from: ip })
    return { ...actor, ...(valid.sessionId !== undefined && { sessionId: valid.sessionId }) }
  }
}

const tooManyCalls = (retryAfterSeconds: number) =>
  new Problem(
    'too_many_requests',
    `This client has made all its calls of this minute. Call again in ${retryAfterSeconds} seconds.`,
    undefined,
    {
      retryAfterSeconds,
    },
  )

const twelveHoursInSeconds = 12 * 60 * 60

/** Records the sign-in of a system administrator when a session of another provider is seen for the first time in twelve hours. */
const recordFirstUse = (
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  { subject, session, from }: { subject: string; session: string; from: string },
) =>
  inTransaction(db, {}, async (tx) => {
    if (await markSeen(tx, hashed(`session of ${subject}: ${session}`), twelveHoursInSeconds))
      await directory.recordAdministratorSignIn(tx, subject, { from })
  })
