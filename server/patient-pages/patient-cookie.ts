import { timingSafeEqual } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Keys } from '#server/platform/keys.ts'

const name = 'patient'

const attributesOf = (base: string, publicUrl: string) =>
  ({ path: base, httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') }) as const

/** The device's secret, sent to the pages of this link only: another link in the same browser has its own. */
export const setSessionCookie = (reply: FastifyReply, base: string, secret: string, publicUrl: string) =>
  reply.setCookie(name, secret, attributesOf(base, publicUrl))

/** Takes the secret from the device. */
export const endSessionCookie = (reply: FastifyReply, base: string, publicUrl: string) =>
  reply.clearCookie(name, attributesOf(base, publicUrl))

export const secretOf = ({ cookies }: FastifyRequest) => cookies[name]

/** The proof that a form came from a page of ours: it follows from the device's secret, which no other site can read. */
export const csrfProof = (keys: Keys, secret: string) => keys.sign('patient-form', secret)

export function isProof(keys: Keys, secret: string, given: unknown) {
  const [expected, actual] = [Buffer.from(csrfProof(keys, secret)), Buffer.from(typeof given === 'string' ? given : '')]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Browsers that say where a post comes from (Fetch Metadata) are believed when it is not from here. */
export const isCrossSite = ({ headers }: FastifyRequest) => !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'])
