import { createPublicKey, type KeyObject } from 'node:crypto'

import { calculateJwkThumbprint, type JWK } from 'jose'

import { fieldProblem } from '#server/platform/problem.ts'

const refuse = (message: string) => fieldProblem('publicKey', message)

const wrongKind = 'The public key must be RSA with 2,048 to 8,192 bits, EC on the curve P-256 or P-384, or Ed25519.'

/** Reads a public key, as PEM or as a JSON Web Key, and names it. A private key is refused, because others have then seen it. */
export async function readPublicKey(text: string): Promise<JWK & { kid: string }> {
  if (text.trim() === '') throw refuse('Public key is required.')
  const given = readJwk(text)
  if (/PRIVATE KEY/.test(text) || given?.d !== undefined || given?.k !== undefined)
    throw refuse('This is a private key. Make a new pair of keys, and paste its public key.')
  const key = open(given ?? text)
  if (!key || !isStrong(key))
    throw refuse(key ? wrongKind : 'The public key cannot be read. Paste a public key as PEM or as a JSON Web Key.')
  const { kty, n, e, crv, x, y } = key.export({ format: 'jwk' }) as JWK // Node and jose describe the same format
  const jwk: JWK = { kty: kty!, ...(n && { n }), ...(e && { e }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }
  const kid = typeof given?.kid === 'string' && /^[\x21-\x7e]{1,200}$/.test(given.kid) ? given.kid : await calculateJwkThumbprint(jwk)
  return { ...jwk, kid, use: 'sig' }
}

function readJwk(text: string): JWK | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function open(given: JWK | string): KeyObject | undefined {
  try {
    return typeof given === 'string' ? createPublicKey(given) : createPublicKey({ key: given, format: 'jwk' })
  } catch {
    return undefined
  }
}

/** The check of a signature with a longer key would keep the process busy. */
const isBetween = (bits: number, low: number, high: number) => bits >= low && bits <= high

const isStrong = ({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject) =>
  (asymmetricKeyType === 'rsa' && isBetween(asymmetricKeyDetails.modulusLength ?? 0, 2_048, 8_192)) ||
  (asymmetricKeyType === 'ec' && ['prime256v1', 'secp384r1'].includes(asymmetricKeyDetails.namedCurve ?? '')) ||
  asymmetricKeyType === 'ed25519'
