import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'

import type { Services } from '#server/platform/services.ts'
import { setSafeHeaders } from '#server/platform/http.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { formBody, type BodyRule } from '#server/platform/request-body.ts'

import { setPublicAddress } from './public-address.ts'

const prefix = '/identity'

/** Every path below /identity without a page of the product goes to the provider, with its body unread and a fixed host. */
export function mountProvider(app: FastifyInstance, providerOfNow: () => Promise<Provider>, { config }: Pick<Services, 'config'>) {
  const hand = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    setSafeHeaders(request, reply, config.PUBLIC_URL)
    reply.hijack()
    const { raw } = request
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    // The provider finds out where it is mounted by comparing the two.
    raw.headers['x-forwarded-for'] = request.ip // the trusted address, for the limits and the audit log
    Object.assign(setPublicAddress(raw, config.PUBLIC_URL), { originalUrl: prefix + path, url: path })
    void providerOfNow().then((provider) => provider.callback()(raw, reply.raw))
  }

  app.register(async (scope) => {
    scope.all(`${prefix}/*`, { config: { rateLimit: limitOfTokens, body: unreadForm } }, (request, reply) => {
      const path = request.raw.url!.slice(prefix.length)
      // The provider stores what it is asked, and PostgreSQL's text cannot contain a null byte.
      if (path.includes('%00')) throw fieldProblem('', 'The address contains a character that cannot be saved.')
      // The provider's own router does not mind capitals.
      if (/^\/authorize\b/i.test(path)) refuseScripts(request)
      hand(request, reply, path)
    })
    // RFC 8414 section 3.1 puts the name of the document before the issuer's own path.
    scope.get(`/.well-known/oauth-authorization-server${prefix}`, (request, reply) =>
      hand(request, reply, '/.well-known/oauth-authorization-server'),
    )
  })
}

/** The provider reads the form itself, up to this size. */
const unreadForm: BodyRule = { ...formBody(56 * 1024), as: 'unread' }

const isForTokens = ({ url }: FastifyRequest) => /^\/identity\/oauth\//i.test(url)

/** A hospital of 2,000 people behind one address renews 400 times a minute. Trying out stolen tokens needs more. */
const limitOfTokens = {
  max: (request: FastifyRequest) => (isForTokens(request) ? 1_200 : 6_000),
  keyGenerator: (request: FastifyRequest) => (isForTokens(request) ? `${request.ip} tokens` : request.ip),
}

/** A browser navigates to the sign-in page. A script that fetches it wants tokens for itself (Fetch Metadata). */
export function refuseScripts({ headers }: FastifyRequest) {
  if (headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document') throw new Problem('not_a_visit')
}
