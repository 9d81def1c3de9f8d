import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'

import type { Upstream } from '#server/config-identity.ts'
import { createAdapter } from '#server/identity/provider/adapter.sql.ts'
import { refuseScripts } from '#server/identity/provider/mount.ts'
import { setPublicAddress } from '#server/identity/provider/public-address.ts'
import { explaining, sendPage } from '#server/identity/sign-in/send-page.ts'
import { finishSignIn } from '#server/identity/sign-in/finish-sign-in.ts'
import type { Services } from '#server/platform/services.ts'
import { Problem } from '#server/platform/problem.ts'

import { findOrLinkAccount } from './find-or-link-account.ts'
import { createUpstreamClient, type Expected } from './upstream-client.ts'

const callback = '/identity/upstream/callback'
const quarterOfAnHour = 900

/** Signing in at another provider, as a client of it (OIDC_MODE=broker). */
export function serveUpstream(app: FastifyInstance, provider: Provider, services: Services, upstream: Upstream) {
  const { config, db, log } = services
  const client = createUpstreamClient(upstream, config.PUBLIC_URL + callback)
  const visits = createAdapter(db)('UpstreamVisit')
  const orExplain = explaining(services)
  // The cookie is limited to this path: another browser with the link is told that it has expired.
  const interactionOf = (request: FastifyRequest, reply: FastifyReply) =>
    provider.interactionDetails(setPublicAddress(request.raw, config.PUBLIC_URL), reply.raw)
  /** Explains every failure of another provider on a page, without signing anybody else out. */
  const orUnavailable = (error: unknown): never => {
    const { name, code } = error as Error & { code?: string }
    log.warn({ error: name, code }, 'signing in upstream did not work')
    throw new Problem('unavailable', `Sign-in with ${upstream.name} failed. Go back to the sign-in page and try again in a moment.`)
  }
  const refuse = (reply: FastifyReply, page: { title: string; words: string }) =>
    sendPage(reply.code(403), { kind: 'cannot-sign-in', ...page, home: `${config.PUBLIC_URL}/` })

  app.get(
    '/identity/sign-in/:uid/upstream',
    orExplain(async (request, reply) => {
      refuseScripts(request)
      const { uid } = await interactionOf(request, reply)
      const { address, expected } = await client.begin().catch(orUnavailable)
      const { state, ...kept } = expected
      await visits.upsert(state, { ...kept, interaction: uid }, quarterOfAnHour)
      return reply.redirect(address, 303)
    }),
  )

  // The upstream provider knows only this address. The server knows which sign-in the response belongs to, and only the cookie proves that
  // it is this browser's.
  app.get(
    callback,
    orExplain(async (request, reply) => {
      const answer = queryOf(request)
      const visit = await visits.find(answer.get('state') ?? '')
      if (!visit) return refuse(reply, stale)
      return reply.redirect(`/identity/sign-in/${visit['interaction'] as string}/upstream/answer?${answer.toString()}`, 303)
    }),
  )

  app.get(
    '/identity/sign-in/:uid/upstream/answer',
    orExplain(async (request, reply) => {
      const interaction = await interactionOf(request, reply)
      const answer = queryOf(request)
      const state = answer.get('state') ?? ''
      const visit = (await visits.find(state)) as SignInRequest | undefined // written by the first of these routes
      if (!visit || visit.interaction !== interaction.uid) return refuse(reply, stale)
      await visits.destroy(state)
      if (answer.has('error')) return refuse(reply, notLetIn(upstream))
      const arrival = await client.finish(answer, { ...visit, state }).catch(orUnavailable)
      const known = await findOrLinkAccount(services, arrival, request.ip)
      if (!known) return refuse(reply, unknown)
      return finishSignIn({ services, provider }, { request, reply, interaction }, { ...known, amr: ['fed', ...arrival.amr] })
    }),
  )
}

type SignInRequest = Omit<Expected, 'state'> & { interaction: string }

const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?')[1] ?? '')

const stale = {
  title: 'This sign-in has expired',
  words: 'The sign-in was started too long ago or in another browser, or was already used. Go to the start page to sign in.',
}
const notLetIn = ({ name }: Upstream) => ({
  title: 'You are not signed in',
  words: `${name} refused the sign-in, or you cancelled it. Go to the start page to try again.`,
})
const unknown = {
  title: 'You have not been invited yet',
  words: 'Your sign-in worked, but there is no invitation for your email address. Ask an administrator of your organisation to add you.',
}
