import { timingSafeEqual } from 'node:crypto'

import type { FastifyRequest } from 'fastify'

import type { Keys } from '#server/platform/keys.ts'

const name = 'patient'

/** The device's secret, sent to the pages of this link only: another link in the same browser has its own. */
export const sessionCookie = (base: string, secret: string, publicUrl: string) =>
  `${name}=${secret}; Path=${base}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`

/** Takes the secret from the device. */
export const endedCookie = (base: string, publicUrl: string) => `${sessionCookie(base, '', publicUrl)}; Max-Age=0`

export const secretOf = ({ headers }: FastifyRequest) =>
  headers.cookie
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([key]) => key === name)?.[1]

/** The proof that a form came from a page of ours: it follows from the device's secret, which no other site can read. */
export const csrfProof = (keys: Keys, secret: string) => keys.sign('patient-form', secret)

export function isProof(keys: Keys, secret: string, given: unknown) {
  const [expected, actual] = [Buffer.from(csrfProof(keys, secret)), Buffer.from(typeof given === 'string' ? given : '')]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Browsers that say where a post comes from (Fetch Metadata) are believed when it is not from here. */
export const isFromElsewhere = ({ headers }: FastifyRequest) => !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'])
