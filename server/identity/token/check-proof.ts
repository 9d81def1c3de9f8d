import { createHash } from 'node:crypto'

import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from 'jose'
import { z } from 'zod'

import { proofAlgorithms } from '#server/platform/authentication-challenge.ts'

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
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: proofAlgorithms,
    })
    const { data } = Proof.safeParse(payload)
    if (!data) return undefined
    const { htm, htu, iat, jti, ath } = data
    const isForThis = htm === method && withoutQuery(htu) === withoutQuery(address) && ath === hashOf(token)
    // EmbeddedJWK has checked that the header carries a public key.
    const isOfHolder = (await calculateJwkThumbprint(protectedHeader.jwk!)) === thumbprint
    if (!isForThis || !isOfHolder) return undefined
    const clockOffsetSeconds = Math.round(iat - Date.now() / 1000)
    return Math.abs(clockOffsetSeconds) <= clockToleranceSeconds ? { id: hashOf(`${thumbprint}.${jti}`) } : { clockOffsetSeconds }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
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
