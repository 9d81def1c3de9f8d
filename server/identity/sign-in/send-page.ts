import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'

import type { SignInPage } from '#contract/pages.ts'
import { problems } from '#contract/problems.ts'
import { scriptAddress } from '#server/platform/built-pages.ts'
import { withColourScheme } from '#server/platform/colour-scheme.ts'
import { problemOfDatabase } from '#server/platform/database-problem.ts'
import { reportUnavailable } from '#server/platform/errors.ts'
import { pagePolicy, renderPage, scriptedPagePolicy } from '#server/platform/pages.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Services } from '#server/platform/services.ts'

/** Sends a page of the sign-in, with the script for passkeys where it has a use for it. */
export async function sendPage(reply: FastifyReply, page: SignInPage) {
  const script = 'passkey' in page && page.passkey ? await scriptAddress('web/sign-in/passkey.ts') : undefined
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', script ? scriptedPagePolicy : pagePolicy)
    .send(withColourScheme(await renderPage('sign-in', { ...page, script }), reply.request.cookies))
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** A page for every refusal that a person meets while signing in. */
export const explaining =
  ({ config, log }: Pick<Services, 'config' | 'log'>) =>
  (work: Handler): Handler =>
  (request, reply) =>
    work(request, reply).catch((error: unknown) => {
      const explained = explain(problemOfDatabase(error))
      if (!explained) throw error
      if (explained.status === problems.unavailable) {
        reply.header('retry-after', 5)
        reportUnavailable(error, log, request.routeOptions.url)
      }
      return sendPage(reply.code(explained.status), { kind: 'cannot-sign-in', ...explained.page, home: `${config.PUBLIC_URL}/` })
    })

const expired = {
  title: 'This sign-in page has expired',
  words: 'The page was open for more than 15 minutes, or was already used. Go to the start page to sign in.',
}

/** In words; anything else is a bug and leaves as one. */
function explain(error: unknown) {
  if (error instanceof errors.SessionNotFound) return { status: 400, page: expired }
  if (!(error instanceof Problem)) return undefined
  return {
    status: error.status,
    page: { title: 'You cannot sign in at the moment', words: error.detail ?? 'Try again in a moment.' },
  }
}
