import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { exportJWK, generateKeyPair, SignJWT } from 'jose'

import { atEndOfFile } from '#test/end-of-file.ts'

type Claims = Record<string, unknown>

/** An issuer of tokens with its keys on loopback. */
async function openIssuer(audience: string, alg: 'RS256' | 'RS512') {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const kid = randomUUID()
  let isAway = false
  const server = createServer((_request, response) => {
    void exportJWK(publicKey).then((jwk) =>
      isAway ? response.destroy() : response.end(JSON.stringify({ keys: [{ ...jwk, kid, alg, use: 'sig' }] })),
    )
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}` // it listens on a port, not on a pipe
  atEndOfFile(async () => void server.close())
  return {
    issuer,
    audience,
    keysUrl: `${issuer}/jwks`,
    goAway: () => (isAway = true),
    /** A valid token of five minutes, with other claims where they are given; `undefined` leaves a claim out. */
    sign: (claims: Claims, key = privateKey) => {
      const now = Math.floor(Date.now() / 1000)
      const all = { iss: issuer, aud: audience, sub: randomUUID(), iat: now, exp: now + 300, jti: randomUUID(), ...claims }
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      return new SignJWT(given).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key)
    },
  }
}

/** NHS login, which signs with RS512, and the token endpoint that the Patient Care Aggregator gets its tokens from. */
export async function openLogins() {
  const [nhsLogin, aggregator] = [await openIssuer('nhs-online', 'RS512'), await openIssuer('formward-feed', 'RS256')]
  return {
    nhsLogin,
    aggregator,
    config: {
      NHS_LOGIN_ISSUER: nhsLogin.issuer,
      NHS_LOGIN_KEYS_URL: nhsLogin.keysUrl,
      NHS_LOGIN_AUDIENCE: nhsLogin.audience,
      NHS_APP_FEED_ISSUER: aggregator.issuer,
      NHS_APP_FEED_KEYS_URL: aggregator.keysUrl,
      NHS_APP_FEED_AUDIENCE: aggregator.audience,
    },
    /** The claims of a patient, as NHS login gives them. */
    person: (nhsNumber: string, birthdate: string): Claims => ({
      nhs_number: nhsNumber,
      birthdate,
      identity_proofing_level: 'P9',
      vot: 'P9.Cp.Cd',
      token_use: 'id',
      family_name: 'OKAFOR',
    }),
  }
}
export type Logins = Awaited<ReturnType<typeof openLogins>>
