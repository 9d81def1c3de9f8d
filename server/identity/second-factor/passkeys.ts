import { createHash, randomBytes } from 'node:crypto'

import {
  type AuthenticationResponseJSON,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

import { markSeen } from '#server/identity/token/seen-proofs.sql.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { countPasskeyUse, findPasskey, insertPasskey, listPasskeys } from './passkeys.sql.ts'

type At = { tx: Tx; services: Pick<Services, 'config' | 'keys'> }

// EdDSA, ES256, RS256: what authenticators of today make.
const algorithms = [-8, -7, -257]

/** Whose page it is, as authenticators know it. A passkey made for one host is of no use on another: that is its point. */
const partyOf = ({ config }: Pick<Services, 'config'>) => {
  const { hostname, origin } = new URL(config.PUBLIC_URL)
  return { rpID: hostname, origin }
}

/** The options with which a browser creates a passkey. `purpose` is the account and the reason. */
export async function passkeyCreation({ tx, services }: At, { id, emailAddress }: { id: string; emailAddress: string }, purpose: string) {
  const known = await listPasskeys({ tx }, id)
  return generateRegistrationOptions({
    rpName: 'Formward',
    rpID: partyOf(services).rpID,
    supportedAlgorithmIDs: algorithms,
    userName: emailAddress,
    userID: new TextEncoder().encode(id),
    challenge: Buffer.from(makeChallenge(services, purpose), 'base64url'),
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    // Found without a name being typed, and only after the person has shown a finger, a face or a PIN.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** True if the passkey was created for this challenge, on this site, with user verification. Stores it. */
export async function addPasskey({ tx, services }: At, accountId: string, made: { response: unknown; name: string; purpose: string }) {
  const { rpID, origin } = partyOf(services)
  const verified = await verifyRegistrationResponse({
    response: made.response as RegistrationResponseJSON, // judged by the library, which takes nothing for granted
    expectedChallenge: (challenge) => spendChallenge({ tx, keys: services.keys }, made.purpose, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!verified?.verified) return false
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return insertPasskey({ tx }, accountId, { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports, name: made.name })
}

/** The options with which a browser uses a passkey of this product. */
export const passkeyRequest = (services: Pick<Services, 'config' | 'keys'>, purpose: string) => ({
  challenge: makeChallenge(services, purpose),
  rpId: partyOf(services).rpID,
  userVerification: 'required' as const,
})

/** The account whose passkey responded to this challenge, on this site, with user verification. Undefined otherwise. */
export async function usePasskey({ tx, services }: At, response: unknown, purpose: string) {
  const answer = response as AuthenticationResponseJSON // likewise
  const passkey = typeof answer?.id === 'string' ? await findPasskey({ tx }, answer.id.replaceAll('\0', '')) : undefined
  if (!passkey) return undefined
  const { rpID, origin } = partyOf(services)
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: (challenge) => spendChallenge({ tx, keys: services.keys }, purpose, challenge),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const isOnce = await countPasskeyUse({ tx }, passkey.id, verified.authenticationInfo.newCounter)
  return isOnce ? passkey.account_id : undefined
}

type Keys = Pick<Services, 'keys'>

/** As long as the page that it is made for. */
const minutes = 15

/**
 * The challenge that an authenticator signs. It contains its purpose and expiry, so showing a page stores nothing: only its use is stored.
 */
function makeChallenge({ keys }: Keys, purpose: string) {
  const payload = `${randomBytes(16).toString('base64url')}.${Date.now() + minutes * 60_000}`
  return Buffer.from(`${payload}.${sign(keys, purpose, payload)}`).toString('base64url')
}

/** True once for a challenge of this server that was made for this purpose and has not expired. */
async function spendChallenge({ tx, keys }: Keys & { tx: Tx }, purpose: string, challenge: string) {
  const [nonce = '', end = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
  if (signature !== sign(keys, purpose, `${nonce}.${end}`) || Number(end) < Date.now()) return false
  return markSeen(tx, createHash('sha256').update(challenge).digest('base64url'), minutes * 60)
}

const sign = (keys: Services['keys'], purpose: string, payload: string) => keys.sign('passkey-challenge', `${purpose} ${payload}`)
