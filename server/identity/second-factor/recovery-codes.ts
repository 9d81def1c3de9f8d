import { randomInt } from 'node:crypto'

import type { Tx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { countRecoveryCodes, replaceRecoveryCodes, spendRecoveryCode } from './recovery-codes.sql.ts'

type At = { tx: Tx; services: Pick<Services, 'keys'> }

/** Nothing that is taken for something else when it was written down: no 0 and O, no 1, I and L. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const draw = () => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')

/** Ten new codes, shown once; those before them open nothing any more. */
export async function makeRecoveryCodes({ tx, services }: At, accountId: string) {
  const codes = Array.from({ length: 10 }, draw)
  await replaceRecoveryCodes(
    { tx },
    accountId,
    codes.map((code) => hashOf(services, accountId, code)),
  )
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Creates codes for an account without any. Others keep theirs. */
export const makeFirstRecoveryCodes = async (at: At, accountId: string) =>
  (await countRecoveryCodes(at, accountId)) > 0 ? [] : makeRecoveryCodes(at, accountId)

/** True for a code that is right and was not used before, however it was typed. */
export const useRecoveryCode = ({ tx, services }: At, accountId: string, typed: string) =>
  spendRecoveryCode({ tx }, accountId, hashOf(services, accountId, typed.toUpperCase().replace(/[^0-9A-Z]/g, '')))

const hashOf = ({ keys }: Pick<Services, 'keys'>, accountId: string, code: string) => keys.sign('recovery-code', `${accountId} ${code}`)
