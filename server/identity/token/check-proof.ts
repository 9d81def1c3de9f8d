import { constants, createHash, KeyObject, verify as verifySignature } from 'node:crypto'

import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from 'jose'
import { z } from 'zod'

import { proofAlgorithms } from '#server/platform/authentication-challenge.ts'

import { openRecent } from './recent.ts'

const Proof = z.object({
  htm: z.string(),
  htu: z.url(),
  iat: z.number(),
  jti: z.string().min(1).max(512),
  ath: z.string(),
  // A proof may end earlier than we would let it, or begin later (RFC 7519 section 4.1). In seconds since 1970.
  exp: z.number().default(Infinity),
  nbf: z.number().default(0),
})

/** `id`: of the proof, which may be used once. `clockOffsetSeconds`: the proof is right but for its date, which is so far ahead of the server's clock, or behind it. */
export type CheckedProof = { id: string } | { clockOffsetSeconds: number }

type Shown = { proof: string; token: string; thumbprint: string; method: string; address: string }

/**
 * Checks that whoever sent the token holds the key it is bound to (RFC 9449 section 4.3).
 * Undefined when it proves nothing.
 */
export async function checkProof({ proof, token, thumbprint, method, address }: Shown): Promise<CheckedProof | undefined> {
  const verified = await verify(proof)
  const { data } = Proof.safeParse(verified?.payload)
  if (!verified || !data) return undefined
  const { htm, htu, iat, jti, ath, exp, nbf } = data
  const isForThis = htm === method && withoutQuery(htu) === withoutQuery(address) && ath === hashOf(token)
  if (!isForThis || verified.holder.thumbprint !== thumbprint) return undefined
  const now = Date.now() / 1000
  if (exp <= now || nbf > now) return undefined
  const clockOffsetSeconds = Math.round(iat - now)
  return Math.abs(clockOffsetSeconds) <= clockToleranceSeconds ? { id: hashOf(`${thumbprint}.${jti}`) } : { clockOffsetSeconds }
}

/** The public key of a device, and with which algorithm it signs. */
type Holder = { key: KeyObject; algorithm: string; thumbprint: string }
type Verified = { payload: unknown; holder: Holder }

/** Devices of users who work at the same time, each by the header of its proofs, which is the same in each of its calls. */
const holders = openRecent<Holder>(10_000)

/**
 * The claims of a proof with a right signature. The library decides once about each header: type, algorithm and key. Of later proofs with the same
 * header only the signature is checked, without a thread of its own, which costs more than the check.
 */
async function verify(proof: string): Promise<Verified | undefined> {
  const [header = '', claims = '', signature = '', ...more] = proof.split('.')
  const known = more.length === 0 ? holders.get(header) : undefined
  if (!known) return verifyFirst(proof, header)
  const isSigned = isSignedBy(known, `${header}.${claims}`, Buffer.from(signature, 'base64url'))
  return isSigned ? { payload: parse(claims), holder: known } : undefined
}

async function verifyFirst(proof: string, header: string): Promise<Verified | undefined> {
  try {
    const { payload, protectedHeader, key } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt', algorithms: proofAlgorithms })
    const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk!) // there, as just checked
    const holder = { key: KeyObject.from(key), algorithm: protectedHeader.alg, thumbprint }
    holders.set(header, holder)
    return { payload, holder }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

function isSignedBy({ key, algorithm }: Holder, text: string, signature: Buffer) {
  const { digest, ...options } = howSigned[algorithm]! // one of `proofAlgorithms`, as just checked
  return verifySignature(digest, Buffer.from(text), { key, ...options }, signature)
}

type HowSigned = { digest: 'sha256' | null; dsaEncoding?: 'ieee-p1363'; padding?: number; saltLength?: number }
/** What the names of the algorithms stand for (RFC 7518 section 3.1, RFC 8037 section 3.1). */
const howSigned: Record<string, HowSigned> = {
  ES256: { digest: 'sha256', dsaEncoding: 'ieee-p1363' },
  RS256: { digest: 'sha256', padding: constants.RSA_PKCS1_PADDING },
  PS256: { digest: 'sha256', padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  EdDSA: { digest: null },
  Ed25519: { digest: null },
}

/** Undefined for what is not JSON: who holds the key may sign anything. */
function parse(claims: string): unknown {
  try {
    return JSON.parse(Buffer.from(claims, 'base64url').toString())
  } catch {
    return undefined
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
