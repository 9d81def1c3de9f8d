import { timingSafeEqual } from 'node:crypto'

import type { Keys } from './keys.ts'

/** Who asked for the download: what a signed address stands for. */
export type SignedFor = { organisationId: string; memberId: string }

/** An address that opens without a token until it expires (specification section 7: external file download). */
export function signAddress(keys: Keys, path: string, { organisationId, memberId }: SignedFor, lifetimeSeconds = 300) {
  const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds
  const who = `${organisationId}.${memberId}.${expires}`
  return `${path}?who=${who}&signature=${keys.sign('signed-address', `${path}?${who}`)}`
}

/** The one it was signed for, or undefined when it is not ours, was altered or has expired. */
export function checkSignedAddress(keys: Keys, path: string, query: Record<string, unknown>): SignedFor | undefined {
  const { who, signature } = query
  if (typeof who !== 'string' || typeof signature !== 'string') return undefined
  const [organisationId, memberId, expires] = who.split('.')
  if (!organisationId || !memberId || !(Number(expires) > Date.now() / 1000)) return undefined
  const expected = Buffer.from(keys.sign('signed-address', `${path}?${who}`))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? { organisationId, memberId } : undefined
}
