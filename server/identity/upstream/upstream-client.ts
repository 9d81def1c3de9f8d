import { createPrivateKey } from 'node:crypto'

import { importPKCS8 } from 'jose'
import * as oidc from 'openid-client'

import type { Upstream } from '#server/config-identity.ts'
import { verifiedEmailOf } from '#server/identity/token/verify-access-token.ts'

/** Somebody as the upstream provider describes them. */
export type UpstreamIdentity = {
  issuer: string
  subject: string
  verifiedEmail: string | undefined
  amr: string[]
}
/** What the response must match: created for one sign-in, and stored here. */
export type Expected = { state: string; nonce: string; verifier: string }

/** The maximum age of the sign-in at the upstream provider, in seconds: enough to return, not the rest of a shift. */
const longestAgo = 300

/** Ours as a confidential client of another OpenID provider: code with PKCE, state, nonce and issuer, and a signed ID token. */
export function createUpstreamClient(upstream: Upstream, callback: string) {
  let found: Promise<oidc.Configuration> | undefined
  const find = async () => {
    found ??= discover(upstream)
    // A provider that was unavailable is tried again.
    return found.catch((error: unknown) => {
      found = undefined
      throw error
    })
  }

  return {
    async begin(): Promise<{ address: string; expected: Expected }> {
      const configuration = await find()
      const expected = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: upstream.scope,
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(expected.verifier),
        code_challenge_method: 'S256',
        // A session upstream that answered by itself would open ours to any script on this origin.
        ...(upstream.isFreshLoginAsked && { prompt: 'login', max_age: String(longestAgo) }),
      })
      return { address: address.href, expected }
    },

    async finish(answer: URLSearchParams, { state, nonce, verifier }: Expected): Promise<UpstreamIdentity> {
      const configuration = await find()
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${callback}?${answer.toString()}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(upstream.isFreshLoginAsked && { maxAge: longestAgo }),
      })
      const told = tokens.claims()! // expected above
      const more = configuration.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, told.sub)
        : {}
      const names = { email: upstream.emailClaim, isVerified: upstream.isVerifiedClaim }
      const amr = told['amr']
      return {
        issuer: told.iss,
        subject: told.sub,
        // Each response verifies only the address that it contains: both may have one, and not the same.
        verifiedEmail: verifiedEmailOf(told, names) ?? verifiedEmailOf(more, names),
        amr: Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : [],
      }
    },
  }
}

async function discover(upstream: Upstream) {
  const { issuer, clientId, isPlain } = upstream
  const execute = [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])] // plain: on this machine, or by ALLOW_INSECURE_ISSUER
  return oidc.discovery(new URL(issuer), clientId, undefined, await authenticationOf(upstream), { execute, timeout: 10 })
}

async function authenticationOf({ auth, secret }: Upstream) {
  if (auth === 'client_secret_basic') return oidc.ClientSecretBasic(secret)
  if (auth === 'client_secret_post') return oidc.ClientSecretPost(secret)
  const key = createPrivateKey(secret)
  // The key may be in another form than PKCS #8, such as SEC 1.
  const pkcs8 = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  return oidc.PrivateKeyJwt(await importPKCS8(pkcs8, key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256'))
}
