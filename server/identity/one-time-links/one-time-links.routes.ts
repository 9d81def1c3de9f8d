import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { SignInPage } from '#contract/pages.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { hasLocalPassword } from '#server/identity/local-accounts.ts'
import { sendPage } from '#server/identity/sign-in/send-page.ts'
import type { Services } from '#server/platform/services.ts'
import { Problem } from '#server/platform/problem.ts'
import { formBody } from '#server/platform/request-body.ts'

import { requestPasswordReset } from './ask-for-reset.ts'
import { openLink, setPassword } from './set-password.ts'

const Params = z.object({ token: z.string().max(200) })
const Chosen = z.object({ password: z.string().max(4_096).catch(''), again: z.string().max(4_096).catch('') })
const Asked = z.object({ emailAddress: z.string().trim().max(254).catch('') })

const tooMany = 'Too many requests from this network. Wait 10 minutes and try again.'

/**
 * The pages for forgotten and first passwords: plain HTML forms. A token is only in the path, which is not logged and not sent as a
 * referrer. Where only the emergency account has a password, no page sends a link (makeEmergencyLink).
 */
export function serveOneTimeLinks(app: FastifyInstance, services: Services) {
  const home = `${services.config.PUBLIC_URL}/`
  const sendsLinks = hasLocalPassword(services.config)
  const notice = (page: Omit<Extract<SignInPage, { kind: 'notice' }>, 'kind'>): SignInPage => ({ kind: 'notice', ...page })
  const gone = notice({
    title: 'This link no longer works',
    words: ['The link was already used, has expired, or was replaced by a newer link.'],
    next: sendsLinks ? { href: '/identity/forgot-password', label: 'Send a new link' } : { href: home, label: 'Go to the start page' },
  })

  app.get('/identity/set-password/:token', async (request, reply) => {
    const { token } = Params.parse(request.params)
    const link = await openLink(services, token)
    if (!link) return sendPage(reply.code(410), gone)
    return sendPage(reply, { kind: 'set-password', isFirst: link.purpose !== 'reset', emailAddress: link.emailAddress, refusal: undefined })
  })

  app.post('/identity/set-password/:token', { config: { body: formBody() } }, async (request, reply) => {
    const { token } = Params.parse(request.params)
    const chosen = { token, ...Chosen.parse(request.body ?? {}) }
    const outcome = await setPassword(services, chosen, { request, reply }).catch(asRefusal)
    if (outcome === 'done') return reply.redirect('/identity/password-set', 303)
    const link = outcome === 'gone' ? undefined : await openLink(services, token)
    if (outcome === 'gone' || !link) return sendPage(reply.code(410), gone)
    const page = { isFirst: link.purpose !== 'reset', emailAddress: link.emailAddress, refusal: outcome.refusal }
    return sendPage(reply.code(400), { kind: 'set-password', ...page })
  })

  app.get('/identity/password-set', async (_request, reply) =>
    sendPage(
      reply,
      notice({
        title: 'Your password is set',
        words: ['Sign in with your new password. You’ve been signed out everywhere else.'],
        next: { href: home, label: 'Sign in' },
      }),
    ),
  )

  if (!sendsLinks) return
  const ask = (reply: FastifyReply, emailAddress: string, refusal?: string) =>
    sendPage(reply, { kind: 'forgot-password', emailAddress, refusal, home })
  app.get('/identity/forgot-password', async (_request, reply) => ask(reply, ''))

  app.post('/identity/forgot-password', { config: { body: formBody() } }, async (request: FastifyRequest, reply) => {
    const { emailAddress } = Asked.parse(request.body ?? {})
    const wrong = firstError(emailAddress, [validate.required, validate.email], 'Email address')
    if (wrong !== undefined) return ask(reply.code(400), emailAddress, wrong)
    if ((await requestPasswordReset(services, { emailAddress, address: request.ip })) === 'too many')
      return ask(reply.code(429), emailAddress, tooMany)
    return reply.redirect('/identity/link-sent', 303)
  })

  app.get('/identity/link-sent', async (_request, reply) =>
    sendPage(
      reply,
      notice({
        title: 'Check your email',
        words: [
          'If there is an account with that email address, we have sent a link to it. The link works once and expires after 1 hour.',
          'If the email does not arrive in a few minutes, check your spam folder. Then check the address and try again, or ask an administrator of your organisation.',
        ],
        next: { href: home, label: 'Go to the start page' },
      }),
    ),
  )
}

/** Too many are choosing passwords at this moment: said beside the field, like everything else. */
function asRefusal(error: unknown) {
  if (error instanceof Problem && error.code === 'unavailable') return { refusal: error.detail ?? 'Try again in a moment.' }
  throw error
}
