import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

import type { TotpSetup } from '#contract/own-account.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { confirmTotp, findTotp, setPendingTotp, spendStep } from './totp.sql.ts'

type At = { tx: Tx; services: Pick<Services, 'keys'> }

// What every authenticator app understands (RFC 6238): SHA-1, six digits, thirty seconds.
const kind = { issuer: 'Formward', algorithm: 'SHA1', digits: 6, period: 30 }

/** Makes a secret that counts once a code of it is typed. */
export async function beginTotp({ tx, services }: At, accountId: string) {
  const secret = new Secret({ size: 20 })
  await setPendingTotp({ tx }, accountId, services.keys.seal(Buffer.from(secret.bytes)))
}

/** The secret being set up, as text and as a picture to be photographed. */
export async function readTotpSetup({ tx, services }: At, accountId: string, emailAddress: string): Promise<TotpSetup | undefined> {
  const totp = await findTotp({ tx }, accountId)
  if (!totp?.pending) return undefined
  const secret = open(services, totp.pending)
  const address = new TOTP({ ...kind, label: emailAddress, secret }).toString()
  return { secret: secret.base32.replace(/.{4}(?=.)/g, '$& '), address, picture: pictureOf(address) }
}

/** True when the code belongs to the secret being set up, which from then on is the one in force. */
export async function endTotpSetup({ tx, services }: At, accountId: string, code: string) {
  const totp = await findTotp({ tx }, accountId)
  const step = totp?.pending && stepOf(open(services, totp.pending), code)
  return Boolean(step && (await confirmTotp({ tx }, accountId, totp.pending!, step)))
}

/** True for a code that is right and was not used before. */
export async function useTotp({ tx, services }: At, accountId: string, code: string) {
  const totp = await findTotp({ tx }, accountId)
  const step = totp?.sealed && stepOf(open(services, totp.sealed), code)
  return Boolean(step && (await spendStep({ tx }, accountId, step)))
}

const open = ({ keys }: Pick<Services, 'keys'>, sealed: Buffer) => new Secret({ buffer: new Uint8Array(keys.unseal(sealed)).buffer })

/** The half minute a code belongs to, the one before and the one after allowed: phones' clocks differ, and typing takes time. */
function stepOf(secret: Secret, typed: string) {
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const timestamp = Date.now()
  const delta = new TOTP({ ...kind, secret }).validate({ token, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: kind.period, timestamp }) + delta
}

/** A QR code as one path: no style, no script, and nothing that must be trusted as markup. */
function pictureOf(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => darkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join('')
  return { size, path }
}

/** The runs of dark modules in a row, with their lengths. */
const darkRuns = (row: boolean[]) =>
  [
    ...row
      .map((isDark) => (isDark ? 'x' : ' '))
      .join('')
      .matchAll(/x+/g),
  ].map(({ 0: run, index }) => [index, run.length] as const)
