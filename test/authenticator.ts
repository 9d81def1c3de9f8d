import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url')

type Asked = { challenge: string }
/** What an authenticator or an attacker may do otherwise. */
type Ways = { origin?: string; counter?: number; isVerified?: boolean; host?: string }

/** A passkey on a phone (WebAuthn Level 3, section 6), which signs every challenge. */
export function makeAuthenticator(baseUrl: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  // COSE: EC2, ES256, P-256, the point (RFC 9053).
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  let uses = 0
  const clientData = (type: string, challenge: string, { origin = baseUrl }: Ways) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = ({ isVerified = true, host = new URL(baseUrl).hostname, counter = uses }: Ways, more = 0) =>
    Buffer.concat([sha256(host), Buffer.from([0x01 | (isVerified ? 0x04 : 0) | more]), uint(counter, 4)])

  return {
    create({ challenge }: Asked, ways: Ways = {}) {
      const made = Buffer.concat([head(ways, 0x40), Buffer.alloc(16), uint(id.length, 2), id, cose])
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(made)],
        ]) as never, // the library's type leaves maps of maps out
      )
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, ways)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
      return { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {}, response }
    },
    get({ challenge }: Asked, ways: Ways = {}) {
      uses++
      const data = clientData('webauthn.get', challenge, ways)
      const authenticatorData = head(ways)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      const response = {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
      }
      return { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}

function uint(value: number, bytes: number) {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
