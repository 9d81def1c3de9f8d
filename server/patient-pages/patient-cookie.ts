import { timingSafeEqual } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Keys } from '#server/platform/keys.ts'

const name = 'patient'

const attributesOf = (base: string, publicUrl: string) =>
  ({ path: base, httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }) as const

/** The secret of the device, sent only to the pages of this link. */
export const setSessionCookie = (reply: FastifyReply, base: string, secret: string, publicUrl: string) =>
  reply.setCookie(name, secret, attributesOf(base, publicUrl))

/** Removes the secret from the device. */
export const endSessionCookie = (reply: FastifyReply, base: string, publicUrl: string) =>
  reply.clearCookie(name, attributesOf(base, publicUrl))

export const secretOf = ({ cookies }: FastifyRequest) => cookies[name]

/** A token against cross-site posts, derived from the secret of the device, which no other site can read. */
export const csrfProof = (keys: Keys, secret: string) => keys.sign('patient-form', secret)

export function isProof(keys: Keys, secret: string, given: unknown) {
  const [expected, actual] = [Buffer.from(csrfProof(keys, secret)), Buffer.from(typeof given === 'string' ? given : '')]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Refuses a post from another site, if the browser names its origin (Fetch Metadata). */
export const isCrossSite = ({ headers }: FastifyRequest) => !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'])
