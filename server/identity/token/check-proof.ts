import { createHash } from 'node:crypto'

import { calculateJwkThumbprint, type CryptoKey, EmbeddedJWK, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

import { proofAlgorithms } from '#server/platform/authentication-challenge.ts'

import { openRecent } from './recent.ts'

const Proof = z.object({ htm: z.string(), htu: z.url(), iat: z.number(), jti: z.string().min(1).max(512), ath: z.string() })

/** `id`: of the proof, which may be used once. `clockOffsetSeconds`: the proof is right but for its date, which is so far ahead of the server's clock, or behind it. */
export type CheckedProof = { id: string } | { clockOffsetSeconds: number }

type Shown = { proof: string; token: string; thumbprint: string; method: string; address: string }

/**
 * Checks that whoever sent the token holds the key it is bound to (RFC 9449 section 4.3).
 * Undefined when it proves nothing.
 */
export async function checkProof({ proof, token, thumbprint, method, address }: Shown): Promise<CheckedProof | undefined> {
  try {
    const { payload, key: holder } = await jwtVerify(proof, keyOf, { typ: 'dpop+jwt', algorithms: proofAlgorithms })
    const { data } = Proof.safeParse(payload)
    if (!data) return undefined
    const { htm, htu, iat, jti, ath } = data
    const isForThis = htm === method && withoutQuery(htu) === withoutQuery(address) && ath === hashOf(token)
    const isOfHolder = thumbprints.get(holder) === thumbprint
    if (!isForThis || !isOfHolder) return undefined
    const clockOffsetSeconds = Math.round(iat - Date.now() / 1000)
    return Math.abs(clockOffsetSeconds) <= clockToleranceSeconds ? { id: hashOf(`${thumbprint}.${jti}`) } : { clockOffsetSeconds }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

/** Devices of users who work at the same time. */
const keys = openRecent<CryptoKey>(10_000)
const thumbprints = new WeakMap<object, string>()

/**
 * The public key in the header of a proof. A device sends the same header with each of its calls, so the key is imported once. The header is
 * the one that the signature covers, with its algorithm.
 */
const keyOf: JWTVerifyGetKey = async (header, jws) => {
  const text = jws.protected ?? ''
  const known = keys.get(text)
  if (known) return known
  const key = await EmbeddedJWK(header, jws) // checks that it is a public key
  thumbprints.set(key, await calculateJwkThumbprint(header.jwk!)) // there, as just checked
  keys.set(text, key)
  return key
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

function withoutQuery(address: string) {
  const { origin, pathname } = new URL(address)
  return origin + pathname
}

/**
 * How far, in seconds, the clock of a computer may differ from the server's. Proofs of possession (RFC 9449 section 11.1) are accepted within it by the API,
 * and by the token endpoint of `oidc-provider`, which has the same number built in. Windows domains allow the same (Kerberos).
 */
export const clockToleranceSeconds = 300

/** A proof with a time in the future stays valid until that time plus the tolerance, so its use is remembered that long. */
export const proofLifetimeSeconds = 2 * clockToleranceSeconds
