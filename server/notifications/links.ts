import { createHash } from 'node:crypto'

import { letterCodeOf } from '#domain/letters.ts'
import type { Keys } from '#server/platform/keys.ts'

/** The patient's token for a request: 256 bits derived from the request's id by a sealed key, so it need never be stored. */
export const linkToken = (keys: Keys, requestId: string) => keys.sign('patient-link', requestId)

/** The hash that is stored instead of the token. */
export const hashOfLink = (token: string) => createHash('sha256').update(token).digest()

/** The address that goes into a message. */
export const linkAddress = (publicUrl: string, keys: Keys, requestId: string) => `${publicUrl}/r/${linkToken(keys, requestId)}`

/** The page where patients type the code of a letter. */
export const codePageAddress = (publicUrl: string) => `${publicUrl}/c`

/** The code that a letter shows instead of the link. It is derived like the token, so a letter that is printed again has the same code. */
export const letterCode = (keys: Keys, requestId: string) =>
  letterCodeOf(BigInt(`0x${Buffer.from(keys.sign('letter-code', requestId), 'base64url').toString('hex')}`))

/**
 * The hash that is stored instead of the code. A code is short enough to be typed, so a plain hash could be searched in a copy of the database;
 * this one needs the key too.
 */
export const hashOfCode = (keys: Keys, code: string) => Buffer.from(keys.sign('letter-code-hash', code), 'base64url')
