import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** An element in DER (X.690): tag, length, content. */
function der(tag: number, ...content: (Buffer | number[])[]) {
  const body = Buffer.concat(content.map((one) => Buffer.from(one)))
  const size = body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...content: Buffer[]) => der(0x30, ...content)
const objectId = (...bytes: number[]) => der(0x06, bytes)
const generalizedTime = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const nameOf = (commonName: string) => sequence(der(0x31, sequence(objectId(0x55, 0x04, 0x03), der(0x0c, Buffer.from(commonName)))))
const alternativeName = (host: string) => (isIPv4(host) ? der(0x87, host.split('.').map(Number)) : der(0x82, Buffer.from(host)))

const day = 86_400_000

/** A certificate that signs itself (RFC 5280), for these names and IPv4 addresses. */
export function selfSignedCertificate(hosts: string[], { validUntil = new Date(Date.now() + day) } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // Each issuer has its own name: among several of one name OpenSSL would try only one key.
  const name = nameOf(`Formward tests ${randomUUID()}`)
  const subjectAltName = sequence(objectId(0x55, 0x1d, 0x11), der(0x04, sequence(...hosts.map(alternativeName))))
  const isAuthority = sequence(objectId(0x55, 0x1d, 0x13), der(0x01, [0xff]), der(0x04, sequence(der(0x01, [0xff]))))
  const certificate = sequence(
    der(0xa0, der(0x02, [2])), // version 3
    der(0x02, [1 + Math.floor(Math.random() * 126), ...crypto.getRandomValues(new Uint8Array(8))]),
    ecdsaWithSha256,
    name,
    sequence(generalizedTime(new Date(Math.min(Date.now(), validUntil.getTime()) - day)), generalizedTime(validUntil)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName, isAuthority)),
  )
  const signature = sign('sha256', certificate, privateKey)
  const signed = sequence(certificate, ecdsaWithSha256, der(0x03, [0], signature))
  const lines = signed.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, // text in this format
  }
}
