import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { PatientPage, Repost } from '#contract/pages.ts'
import type { PostedFields } from '#domain/form/question-type.ts'
import { informationTopics } from '#domain/patient-information.ts'
import { stopEmailsPath } from '#server/notifications/notifications.ts'
import { findLogoOf } from '#server/organisations/organisations.ts'
import { isDatabaseUnavailable, isOrganisationMoving } from '#server/platform/database-problem.ts'
import { describeError, reportUnavailable } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { pagePolicy, renderPage } from '#server/platform/pages.ts'
import { Problem } from '#server/platform/problem.ts'
import { formBody } from '#server/platform/request-body.ts'

import { confirmation, identify, openFromNhsApp, openLinkPage } from './identity-step.ts'
import { answersCopy } from './answers-copy.ts'
import { codePage, enterCode } from './code-page.ts'
import { answerQuestion, checkAnswersPage, questionPage, send, startPage } from './answer-steps.ts'
import { generalInformation, generalInformationPage, informationLinks, linkInformation } from './information-page.ts'
import { leave, leftPage } from './leave.ts'
import { keepAppointment, removalPage } from './removal-page.ts'
import { endSessionCookie, isCrossSite, setSessionCookie } from './patient-cookie.ts'
import { serveEmailInformation, serveStopEmails } from './stop-emails.ts'
import { changeLanguage, chosenLanguage, generalPaths, keepLanguage, postedLanguage } from './page-language.ts'
import { notice, servePage, type PageResult, type PageResponse, type PageRequest, withoutOwner } from './page-request.ts'

/** Much more than the longest answer, so that a longer one gets a message at its field. */
const answerForm = formBody(256 * 1024)

const codeForm = formBody(4 * 1024)

type Page = (visit: PageRequest, request: FastifyRequest) => Promise<PageResult>

/** The pages of a patient's link: server-rendered HTML, plain forms, no script needed (PTN-1). */
export function servePatientPages(app: FastifyInstance, services: Services) {
  const answer = (page: Page) => async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await servePage(services, request, (visit) => page(visit, request))
    const language = postedLanguage(request)
    if (language && response.owner && !isCrossSite(request)) keepLanguage(reply, response.base, language, services.config.PUBLIC_URL)
    return show(services, reply, response)
  }

  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => apologise(services, error, request, reply))
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('x-robots-tag', 'noindex, nofollow')
    })
    scope.get('/c', async (request, reply) => show(services, reply, withoutOwner(request, codePage(), '/c')))
    // Wrong codes are counted over all processes; this limit is for a network that floods one.
    scope.post('/c', { config: { body: codeForm, rateLimit: { max: 120, timeWindow: '1 minute' } } }, async (request, reply) => {
      const outcome = await enterCode(services, request)
      const language = chosenLanguage(request)
      if ('to' in outcome && language) keepLanguage(reply, outcome.to, language, services.config.PUBLIC_URL)
      return show(services, reply, withoutOwner(request, outcome, '/c'))
    })
    for (const [address, paths] of [
      ['/c', generalPaths],
      ['/r/:token', ['/r/:token']],
      [`${stopEmailsPath}/:token`, [`${stopEmailsPath}/:token`]],
    ] as const)
      scope.post(`${address}/language`, { config: { body: codeForm } }, changeLanguage(paths, services.config.PUBLIC_URL))
    scope.get('/r/:token', answer(openLinkPage))
    // A link allows five attempts. This limit is for a network that tries many links.
    scope.post('/r/:token/identity', { config: { body: answerForm, rateLimit: { max: 120, timeWindow: '1 minute' } } }, answer(identify))
    scope.post('/r/:token/nhs-app', { config: { body: codeForm, rateLimit: { max: 120, timeWindow: '1 minute' } } }, answer(openFromNhsApp))
    scope.get('/r/:token/nhs-app', async (request, reply) =>
      reply.redirect(`/r/${encodeURIComponent((request.params as { token: string }).token)}`, 303),
    )
    scope.get('/r/:token/identity', async (request, reply) =>
      reply.redirect(`/r/${encodeURIComponent((request.params as { token: string }).token)}`, 303),
    )
    scope.get('/r/:token/start', answer(startPage))
    scope.get('/r/:token/question/:number', answer(questionPage))
    scope.post('/r/:token/question/:number', { config: { body: answerForm } }, answer(answerQuestion))
    scope.get('/r/:token/check-answers', answer(checkAnswersPage))
    scope.post('/r/:token/check-answers', { config: { body: answerForm } }, answer(send))
    scope.get('/r/:token/confirmation', answer(confirmation))
    scope.get('/r/:token/removal', answer(removalPage))
    scope.post('/r/:token/removal', { config: { body: answerForm } }, answer(keepAppointment))
    scope.get('/r/:token/answers.pdf', { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }, async (request, reply) => {
      const instead = await answersCopy(services, request, reply)
      return instead ? show(services, reply, instead) : reply
    })
    scope.post('/r/:token/leave', { config: { body: answerForm } }, answer(leave))
    scope.get('/r/:token/leave', answer(leftPage))
    scope.get('/r/:token/left', answer(leftPage))
    for (const topic of informationTopics) {
      scope.get(`/r/:token/${topic}`, answer(linkInformation(topic)))
      scope.get(`${stopEmailsPath}/:token/${topic}`, async (request, reply) =>
        show(services, reply, await serveEmailInformation(services, request, topic)),
      )
    }
    scope.get(`${generalInformation}/:topic`, async (request, reply) =>
      show(services, reply, withoutOwner(request, generalInformationPage(request), '/c')),
    )
    const stopEmails = async (request: FastifyRequest, reply: FastifyReply) =>
      show(services, reply, await serveStopEmails(services, request))
    scope.get(`${stopEmailsPath}/:token`, stopEmails)
    // Mail programs post for the patient: many from one network, with a body of either type for forms, which says nothing new.
    scope.post(
      `${stopEmailsPath}/:token`,
      { config: { body: { as: 'bytes', maxBytes: 4096 }, rateLimit: { max: 1_200, timeWindow: '1 minute' } } },
      stopEmails,
    )
    scope.get('/r/:token/logo', async (request, reply) => {
      let logo: Awaited<ReturnType<typeof findLogoOf>>
      await servePage(services, request, async ({ ctx, base }) => {
        logo = await findLogoOf(ctx, ctx.organisationId)
        return { to: base }
      })
      if (!logo) return reply.code(404).send()
      // The browser fetches it once, not with every question.
      if ((request.query as { version?: unknown }).version === logo.version)
        reply.header('cache-control', 'private, max-age=86400, immutable')
      return reply.type(logo.type).send(logo.bytes)
    })
  })
}

async function show({ config }: Pick<Services, 'config'>, reply: FastifyReply, { owner, outcome, base, ...language }: PageResponse) {
  if (outcome.secret) setSessionCookie(reply, base, outcome.secret, config.PUBLIC_URL)
  if (outcome.secret === null) {
    endSessionCookie(reply, base, config.PUBLIC_URL)
    // Also clears the pages that a browser keeps for its Back button despite `no-store`.
    reply.header('clear-site-data', '"cache"')
  }
  if ('to' in outcome) return reply.redirect(outcome.to, 303)
  return sendPage(reply, outcome.status ?? 200, {
    owner,
    information: informationLinks(owner ? base : generalInformation),
    ...language,
    ...outcome.page,
  })
}

const sendPage = async (reply: FastifyReply, status: number, page: PatientPage) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .send(await renderPage('patient', page))

/** A failure is a page in plain words too. */
async function apologise(services: Services, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode = 500 } = error instanceof Problem ? { statusCode: error.status } : (error as { statusCode?: number })
  const isTooOften = statusCode === 429
  // A body that no form of these pages sends.
  const isForeign = !isTooOften && statusCode < 500
  if (isForeign) return show(services, reply, withoutOwner(request, { ...notice('cross_site_post'), status: statusCode }))
  if (!isTooOften && (isDatabaseUnavailable(error) || isOrganisationMoving(error)))
    reportUnavailable(error, services.log, request.routeOptions.url)
  else if (!isTooOften)
    services.log.error(
      { requestId: request.id, route: request.routeOptions.url, ...describeError(error, services.config) },
      'patient page failed',
    )
  const outcome = notice(isTooOften ? 'too_many_tries' : 'unavailable', undefined, repostOf(request))
  reply.header('retry-after', isTooOften ? 60 : 10)
  return show(services, reply, withoutOwner(request, outcome))
}

/** The response to a failed post contains the typed answer, and its button posts the answer again. */
function repostOf(request: FastifyRequest): Repost | undefined {
  if (request.method !== 'POST' || isCrossSite(request)) return undefined
  const fields = Object.entries((request.body ?? {}) as PostedFields).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (typeof value === 'string' ? [{ name, value }] : [])),
  )
  return { action: request.url, fields }
}
