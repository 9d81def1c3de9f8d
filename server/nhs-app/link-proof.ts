import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Context } from '#server/platform/context.ts'
import type { Keys } from '#server/platform/keys.ts'

import { useProof } from './link-proofs.sql.ts'

/** As long as the NHS App lets a patient be inactive, in milliseconds: the list of forms from which the link was taken is then closed. */
const lifetimeMs = 10 * 60_000

const purpose = 'nhs-login-proof'
const signatureOf = (keys: Keys, requestId: string, expires: string, nonce: string) =>
  keys.sign(purpose, `${requestId}.${expires}.${nonce}`)

/** Says that NHS login has identified the patient of this form request. Valid once, for ten minutes, in the link of this form request only. */
export function makeLinkProof(keys: Keys, requestId: string) {
  const [expires, nonce] = [String(Date.now() + lifetimeMs), randomBytes(16).toString('base64url')]
  return `${expires}.${nonce}.${signatureOf(keys, requestId, expires, nonce)}`
}

/** When the proof expires. Undefined if it is not valid for this form request, or has expired. */
export function readLinkProof(keys: Keys, requestId: string, proof: unknown) {
  const [, expires = '', nonce = '', signature = ''] =
    /^(\d{1,16})\.([\w-]{22})\.([\w-]+)$/.exec(typeof proof === 'string' ? proof : '') ?? []
  const [expected, given] = [Buffer.from(signatureOf(keys, requestId, expires, nonce)), Buffer.from(signature)]
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined
  return Number(expires) > Date.now() ? new Date(Number(expires)) : undefined
}

/** Takes a proof. False if it is not valid, or was taken before. */
export async function takeLinkProof(ctx: Context, requestId: string, proof: unknown) {
  const expiresAt = readLinkProof(ctx.services.keys, requestId, proof)
  return expiresAt !== undefined && useProof(ctx, requestId, createHash('sha256').update(String(proof)).digest(), expiresAt)
}
