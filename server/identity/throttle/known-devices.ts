import { randomBytes, timingSafeEqual } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Tx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { insertKnownSession, setKnownDevice } from './throttle.sql.ts'

type Parts = Pick<Services, 'keys' | 'config'>

/** Since the last time its user signed in, in hours. */
const hoursKnown = { device: 180 * 24, session: 12 }

const isSecure = ({ config }: Parts) => config.PUBLIC_URL.startsWith('https:')
const nameOf = (parts: Parts) => (isSecure(parts) ? '__Secure-device' : 'device')
const signatureOf = ({ keys }: Parts, secret: string) => keys.sign('device-cookie', secret)

/** The database holds a keyed hash of the secret: a copy of its rows makes no cookie. */
const keyOf = ({ keys }: Parts, secret: string) => keys.sign('known-device', secret)

/**
 * The secret in the browser's device cookie, if it is one of ours (OWASP, Slow Down Online Guessing Attacks with Device Cookies). It names the device, and
 * rows of known_devices say to which accounts it is known: several people may share one computer.
 */
function secretOf(parts: Parts, { cookies }: FastifyRequest) {
  const [secret = '', signature = ''] = cookies[nameOf(parts)]?.split('.') ?? []
  const [expected, actual] = [Buffer.from(signatureOf(parts, secret)), Buffer.from(signature)]
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? secret : undefined
}

/** The device of a request, as stored in the database. */
export function deviceOf(parts: Parts, request: FastifyRequest) {
  const secret = secretOf(parts, request)
  return secret === undefined ? undefined : keyOf(parts, secret)
}

/** Makes the device known to an account after a sign-in or after a link sent to the member. */
export async function rememberDevice(parts: Parts, tx: Tx, visit: { request: FastifyRequest; reply: FastifyReply }, accountId: string) {
  const secret = secretOf(parts, visit.request) ?? randomBytes(32).toString('base64url')
  await setKnownDevice({ tx }, accountId, keyOf(parts, secret), hoursKnown.device)
  visit.reply.setCookie(nameOf(parts), `${secret}.${signatureOf(parts, secret)}`, {
    path: '/identity',
    maxAge: hoursKnown.device * 3600,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(parts),
  })
}

/** A session counts as a known device of its member, so that confirming their identity is not delayed by the failures of others. */
export async function deviceOfSession(parts: Parts, tx: Tx, accountId: string, sessionId: string) {
  const device = keyOf(parts, `session ${sessionId}`)
  await insertKnownSession({ tx }, accountId, device, hoursKnown.session)
  return device
}
