import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'

import { sendPage } from '#server/identity/sign-in/send-page.ts'
import type { Services } from '#server/platform/services.ts'

import { endSession } from './end-session.ts'
import { setPublicAddress } from './public-address.ts'

// Auth0's words and OpenID Connect's for the same thing (RP-Initiated Logout 1.0 section 2).
const Query = z
  .object({
    client_id: z.string().optional(),
    returnTo: z.string().optional(),
    post_logout_redirect_uri: z.string().optional(),
    state: z.string().optional(),
  })
  .transform(({ client_id, returnTo, post_logout_redirect_uri, state }) => ({
    clientId: client_id,
    to: returnTo ?? post_logout_redirect_uri,
    state,
  }))

/** Signs out without a confirmation: a link that signs somebody out is annoying but not dangerous. */
export function serveSignOut(app: FastifyInstance, provider: Provider, services: Services) {
  const { PUBLIC_URL, OIDC_CLIENT_ID } = services.config
  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    const { data } = Query.safeParse(request.query)
    const client = await provider.Client.find(OIDC_CLIENT_ID)
    const to = data?.to ?? `${PUBLIC_URL}/`
    const isOurs = data && (data.clientId ?? OIDC_CLIENT_ID) === OIDC_CLIENT_ID && client?.postLogoutRedirectUriAllowed(to)
    if (!isOurs) return sendPage(reply.code(400), { kind: 'cannot-sign-in', ...foreign, home: `${PUBLIC_URL}/` })

    const ctx = provider.createContext(setPublicAddress(request.raw, PUBLIC_URL), reply.raw)
    const session = await provider.Session.get(ctx)
    if (session.accountId) await endSession(provider, services, session, request.ip)
    ctx.cookies.set(provider.cookieName('session'), null, { path: '/identity' })
    return reply.redirect(data.state === undefined ? to : `${to}?${new URLSearchParams({ state: data.state }).toString()}`, 302)
  }
  app.get('/identity/v2/logout', signOut)
  app.get('/identity/oidc/logout', signOut)
}

const foreign = {
  title: 'This link cannot sign you out',
  words: 'The link leads to an address outside Formward. You are still signed in.',
}
