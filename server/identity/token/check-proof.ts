import { createHash } from 'node:crypto'

import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from 'jose'
import { z } from 'zod'

const Proof = z.object({ htm: z.string(), htu: z.url(), iat: z.number(), jti: z.string().min(1).max(512), ath: z.string() })

/** Clocks of a browser and a server differ; a minute either way is what the provider itself allows. */
const allowance = 60

type Shown = { proof: string; token: string; thumbprint: string; method: string; address: string }

/**
 * Checks that whoever sent the token holds the key it is bound to (RFC 9449 section 4.3).
 * Answers the proof's own identifier, which may be used once; undefined when it proves nothing.
 */
export async function checkProof({ proof, token, thumbprint, method, address }: Shown): Promise<string | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'],
    })
    const { data } = Proof.safeParse(payload)
    if (!data) return undefined
    const { htm, htu, iat, jti, ath } = data
    const isForThis = htm === method && withoutQuery(htu) === withoutQuery(address) && ath === hashOf(token)
    const isRecent = Math.abs(Date.now() / 1000 - iat) <= allowance
    // EmbeddedJWK has checked that the header carries a public key.
    const isOfHolder = (await calculateJwkThumbprint(protectedHeader.jwk!)) === thumbprint
    return isForThis && isRecent && isOfHolder ? hashOf(`${thumbprint}.${jti}`) : undefined
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
