import { timingSafeEqual } from 'node:crypto'

import { withFooter, stopLine } from '#domain/template.ts'
import type { Keys } from '#server/platform/keys.ts'

/** Where the pages are that the link in an email opens. */
export const stopEmailsPath = '/stop-emails'

/**
 * The token of the link with which a patient stops emails: the ids of organisation and form request, signed with a key of its own. It opens no
 * form, and the link of the form stops no emails.
 */
function stopEmailsToken(keys: Keys, organisationId: string, requestId: string) {
  const ids = Buffer.from(`${organisationId}${requestId}`.replaceAll('-', ''), 'hex').toString('base64url')
  return `${ids}.${keys.sign(purpose, ids)}`
}

const purpose = 'stop-emails'

export const stopEmailsAddress = (publicUrl: string, keys: Keys, organisationId: string, requestId: string) =>
  `${publicUrl}${stopEmailsPath}/${stopEmailsToken(keys, organisationId, requestId)}`

/** The organisation and form request of a token; undefined for one that this installation did not sign. */
export function readStopEmailsToken(keys: Keys, token: string) {
  const [, ids, signature] = /^([\w-]{43})\.([\w-]{43})$/.exec(token) ?? []
  if (!ids || !signature) return undefined
  const [expected, given] = [Buffer.from(keys.sign(purpose, ids)), Buffer.from(signature)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const hex = Buffer.from(ids, 'base64url').toString('hex')
  return { organisationId: uuidOf(hex.slice(0, 32)), requestId: uuidOf(hex.slice(32)) }
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The end of every email to a patient, in the language of the email. */
export const withStopLine = (body: string, organisationName: string, address: string, language: string) =>
  withFooter(body, stopLine(organisationName, address, language))
