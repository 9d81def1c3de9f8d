import { jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

import { isIsoDate } from '#domain/dates.ts'
import type { Config } from '#server/config.ts'
import { Problem } from '#server/platform/problem.ts'
import { isTokenRefused, keysAt, signingAlgorithms } from '#server/platform/token-keys.ts'

/** What the ID token of NHS login says about the patient. */
export type NhsLogin = { nhsNumber: string; dateOfBirth: string }

type Issuer = { issuer: string; audience: string; keys: JWTVerifyGetKey }

/** Who may call the feed, and who says which patient asks. Both are needed: the token of a patient alone opens nothing. */
export type TokenIssuers = { caller: Issuer; nhsLogin: Issuer }

/** Undefined when the installation has no feed. */
export function findIssuers(config: Config): TokenIssuers | undefined {
  const caller = issuerOf(config.NHS_APP_FEED_ISSUER, config.NHS_APP_FEED_AUDIENCE, config.NHS_APP_FEED_KEYS_URL)
  const nhsLogin = issuerOf(config.NHS_LOGIN_ISSUER, config.NHS_LOGIN_AUDIENCE, config.NHS_LOGIN_KEYS_URL)
  return caller && nhsLogin && { caller, nhsLogin }
}

const issuerOf = (issuer: string | undefined, audience: string | undefined, keysUrl: string | undefined): Issuer | undefined =>
  issuer && audience && keysUrl ? { issuer, audience, keys: keysAt(keysUrl) } : undefined

/** Seconds by which two clocks may differ. */
const clockTolerance = 5

/** The claims of a token, if it is valid. Throws if the keys cannot be fetched. */
async function claimsOf(token: string, { issuer, audience, keys }: Issuer, requiredClaims: string[]) {
  try {
    const { payload } = await jwtVerify(token, keys, { issuer, audience, algorithms: signingAlgorithms, requiredClaims, clockTolerance })
    return payload
  } catch (error) {
    if (isTokenRefused(error)) return undefined
    throw new Problem('unavailable')
  }
}

/** Whether the call comes from the Patient Care Aggregator (OAuth 2.0 bearer token). */
export async function isFromAggregator(authorization: string | undefined, { caller }: TokenIssuers) {
  const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '') ?? []
  return token !== undefined && (await claimsOf(token, caller, ['exp'])) !== undefined
}

const Claims = z.object({
  nhs_number: z.string().regex(/^\d{10}$/),
  birthdate: z.string().refine(isIsoDate),
  // Only the level P9 proves who a person is (https://nhsconnect.github.io/nhslogin/vectors-of-trust/).
  identity_proofing_level: z.literal('P9'),
})

/** The patient whom NHS login has identified. Undefined if the token is not valid, or does not identify anybody. */
export async function readNhsLogin(token: unknown, { nhsLogin }: TokenIssuers): Promise<NhsLogin | undefined> {
  if (typeof token !== 'string') return undefined
  const { data } = Claims.safeParse(await claimsOf(token, nhsLogin, ['exp', 'iat']))
  return data && { nhsNumber: data.nhs_number, dateOfBirth: data.birthdate }
}
