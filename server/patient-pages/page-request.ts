import type { FastifyRequest } from 'fastify'

import type { NoticeName, PageFrame, PageOwner, PatientPage, Repost } from '#contract/pages.ts'
import { sampleToken } from '#domain/template.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { inTransaction, rebind } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { hashOfLink } from '#server/notifications/notifications.ts'

import { chooseLanguage, chosenLanguage, languageSwitch, postedLanguage } from './page-language.ts'
import { secretOf } from './patient-cookie.ts'
import { findLink, getAssignment, type Assignment } from './assignments.sql.ts'
import { findMovedLink } from './moved-links.sql.ts'
import { findSession } from './patient-sessions.sql.ts'

/** One request of a patient's browser, in one transaction bound to one organisation. */
export type PageRequest = {
  ctx: Context
  assignment: Assignment
  /** The address of the link's pages. */
  base: string
  owner: PageOwner
  /** The language of the page: of the form if it is translated into it, else of the fixed words. */
  language: string
  /** The device's secret, once it has passed the identity step. */
  secret: string | undefined
  /** The device has sent the answers. */
  hasSentAnswers: boolean
}

/**
 * Whether this device may show the answers. Another device of the same link may belong to somebody else, also one that passed the identity step
 * before the answers were sent.
 */
export const isSentFromHere = ({ assignment: { status }, hasSentAnswers }: PageRequest) => status === 'completed' && hasSentAnswers

type WithoutFrame<Page> = Page extends unknown ? Omit<Page, keyof PageFrame> : never
/** `secret`: the secret of a device that has passed the identity step. Null ends the session. */
export type PageResult = ({ page: WithoutFrame<PatientPage>; status?: number } | { to: string }) & { secret?: string | null }
export type PageResponse = Pick<PageFrame, 'owner' | 'language' | 'languageSwitch'> & { outcome: PageResult; base: string }

/** @param tryAgain the page for a retry, if that can help; @param again the fields to post again */
export const notice = (name: NoticeName, tryAgain?: string, again?: Repost): PageResult => ({
  status: noticeStatus[name],
  page: { kind: 'notice', notice: name, tryAgain, ...(again && { again }) },
})

const noticeStatus: Record<NoticeName, number> = {
  filled_in_by_staff: 200,
  already_sent: 200,
  sent_in_error: 410,
  closed: 410,
  expired: 410,
  locked: 403,
  left: 200,
  finished: 200,
  unknown_link: 404,
  test_link: 200,
  moved: 410,
  cross_site_post: 403,
  too_many_tries: 429,
  too_many_codes: 429,
  unavailable: 503,
}

/** A page where no organisation is known, with its own choice of language. @param base where the choice is posted; undefined: no switch */
export function withoutOwner(request: FastifyRequest, outcome: PageResult, base?: string): PageResponse {
  const language = chooseLanguage({ chosen: chosenLanguage(request) })
  return {
    owner: undefined,
    base: '',
    outcome,
    language: language.page,
    languageSwitch: base === undefined ? undefined : languageSwitch(request, base, language),
  }
}

/**
 * Redirects to another installation. A browser that has posted a form does not follow a redirect to another origin (CSP, `form-action`), so it gets a
 * page with a link.
 */
export const redirectTo = (request: FastifyRequest, address: string): PageResult =>
  request.method === 'POST' ? notice('moved', address) : { to: address }

/** Finds the link by its hash, binds the transaction to its organisation, and runs `visit`. */
export async function servePage(
  services: Services,
  request: FastifyRequest,
  work: (visit: PageRequest) => Promise<PageResult>,
): Promise<PageResponse> {
  const { token } = request.params as { token: string }
  const base = `/r/${token}`
  const hash = hashOfLink(token)
  return inTransaction(services.db, { key: hash.toString('hex') }, async (tx) => {
    const link = await findLink(tx, hash)
    if (!link) {
      const moved = await findMovedLink(tx, hash)
      if (moved) return withoutOwner(request, redirectTo(request, `${moved.newOrigin}${base}`))
      return withoutOwner(request, notice(token === sampleToken ? 'test_link' : 'unknown_link'), base)
    }
    const { organisationId, requestId } = link
    await rebind(tx, organisationId)
    const actor: Actor = { kind: 'patient', id: requestId, organisationId, name: 'Patient', permissions: [] }
    const ctx: Context = { tx, actor, organisationId, services }
    const assignment = await getAssignment(ctx, requestId)
    const given = secretOf(request)
    const session = given ? await findSession(ctx, requestId, given) : undefined
    const secret = session && given
    const owner = {
      name: assignment.organisationName,
      logo: assignment.logo ? `${base}/logo?version=${assignment.logo}` : undefined,
      contact: assignment.contact,
    }
    const language = chooseLanguage({
      chosen: postedLanguage(request) ?? chosenLanguage(request),
      ofPatient: assignment.locale,
      // The languages of a form say something about the form, so they wait for the identity step.
      translations: secret ? assignment.definition.translations : undefined,
    })
    const visit = { ctx, assignment, base, owner, language: language.chosen, secret, hasSentAnswers: session?.hasSentAnswers ?? false }
    const outcome = await work(visit)
    return { owner, base, outcome, language: language.page, languageSwitch: languageSwitch(request, base, language) }
  })
}
