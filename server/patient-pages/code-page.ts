import type { FastifyRequest } from 'fastify'

import { readLetterCode } from '#domain/letters.ts'
import type { PostedFields } from '#domain/form/question-type.ts'
import { countInWindow, uncountInWindow } from '#server/identity/identity.ts'
import { hashOfCode, linkToken } from '#server/notifications/notifications.ts'
import { inTransaction } from '#server/platform/database.ts'
import { networkOf } from '#server/platform/network.ts'
import type { Services } from '#server/platform/services.ts'

import { codeField, type CodeError } from '#contract/pages.ts'
import { findLinkByCode } from './assignments.sql.ts'
import { findMovedLink } from './moved-links.sql.ts'
import { redirectTo, notice, type PageResult } from './page-request.ts'
import { isCrossSite } from './patient-cookie.ts'

/**
 * The most wrong codes in ten minutes. There are more than 2⁵⁸ codes, so even with a million letters that are out, guesses at the limit of all
 * networks find one in about two thousand years, and then need the date of birth. Many patients can share the network address of a mobile
 * provider.
 */
const maxWrong = { ofNetwork: 100, inAll: 3_000 }
const windowMinutes = 10
/** The key under which the codes from everywhere are counted. */
const allNetworks = 'letter codes'

/** `GET /c`: the field for the code of a letter. */
export const codePage = (typed = '', error?: CodeError): PageResult => ({
  status: error === undefined ? 200 : 422,
  page: { kind: 'code', action: '/c', typed, error },
})

/**
 * `POST /c`: leads to the link of a code, where the patient gives their date of birth. For a code that does not exist,
 * the page only says that it is not recognised.
 */
export async function enterCode(services: Services, request: FastifyRequest): Promise<PageResult> {
  const given = ((request.body ?? {}) as PostedFields)[codeField]
  const typed = typeof given === 'string' ? given.slice(0, 100) : ''
  // Another site must not let its visitors guess for it.
  if (isCrossSite(request)) return codePage()
  if (typed.trim() === '') return codePage('', 'missing')
  const code = readLetterCode(typed)
  // Too short or too long: nothing can be found, so nothing is counted.
  if (code === undefined) return codePage(typed, 'unknown')

  // Counted before it is judged, so that simultaneous guesses cannot all pass before the first is counted.
  const network = services.keys.sign('letter-code-network', networkOf(request.ip))
  const ofNetwork = await inTransaction(services.db, {}, (tx) => countInWindow({ tx }, network, windowMinutes))
  // A network that has used up its guesses does not use up those of the others.
  if (ofNetwork > maxWrong.ofNetwork) return notice('too_many_codes', '/c')
  const inAll = await inTransaction(services.db, {}, (tx) => countInWindow({ tx }, allNetworks, windowMinutes))
  if (inAll > maxWrong.inAll) return notice('too_many_codes', '/c')

  const hash = hashOfCode(services.keys, code)
  const link = await inTransaction(
    services.db,
    { key: hash.toString('hex') },
    async (tx) => (await findLinkByCode(tx, hash)) ?? (await findMovedLink(tx, hash)),
  )
  if (!link) return codePage(typed, 'unknown')
  await inTransaction(services.db, {}, async (tx) => {
    await uncountInWindow({ tx }, network)
    await uncountInWindow({ tx }, allNetworks)
  })
  const path = `/r/${linkToken(services.keys, link.requestId)}`
  return 'newOrigin' in link ? redirectTo(request, `${link.newOrigin}${path}`) : { to: path }
}
