import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import { z } from 'zod'

import { demoAccounts, demoPassword } from '#domain/demo-accounts.ts'
import { checkPassword } from '#server/identity/check-password.ts'
import { makeFirstPasswordLink } from '#server/identity/one-time-links/make-link.ts'
import { pin } from '#server/identity/provider/pin.ts'
import type { Floor } from '#server/platform/floor.ts'
import { Problem } from '#server/platform/problem.ts'

import { finishSignIn } from './finish-sign-in.ts'
import { sendPage } from './send-page.ts'

// Whatever is posted is an attempt: a field that is missing or too long is simply not right.
const Attempt = z.object({ emailAddress: z.string().trim().max(320).catch(''), password: z.string().catch('') })

const refusals = {
  refused: 'The email address or password is not right, or the account is locked for a while.',
  'too many': 'Too many people have tried to sign in from this network. Wait ten minutes and try again.',
}

/** The pages on which a person signs in: plain HTML forms, nothing to run in the browser. */
export function serveSignIn(app: FastifyInstance, provider: Provider, floor: Floor) {
  const { PUBLIC_URL, DEMO } = floor.config
  const address = '/identity/sign-in/:uid'
  // Its cookie goes to this one address only, so it is the interaction of the address.
  const interactionOf = (request: FastifyRequest, reply: FastifyReply) =>
    provider.interactionDetails(pin(request.raw, PUBLIC_URL), reply.raw)
  const show = async (reply: FastifyReply, uid: string, emailAddress = '', refusal?: string) => {
    const accounts = DEMO ? demoAccounts.map((account) => ({ ...account, password: demoPassword })) : []
    return sendPage(reply, { kind: 'sign-in', action: `/identity/sign-in/${uid}`, emailAddress, refusal, demoAccounts: accounts })
  }
  const orExplain =
    (work: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => (request: FastifyRequest, reply: FastifyReply) =>
      work(request, reply).catch((error: unknown) => {
        const explained = explain(error)
        if (!explained) throw error
        return sendPage(reply.code(explained.status), { kind: 'cannot-sign-in', ...explained.page, home: `${PUBLIC_URL}/` })
      })

  app.get(
    address,
    orExplain(async (request, reply) => show(reply, (await interactionOf(request, reply)).uid)),
  )

  app.post(
    address,
    orExplain(async (request, reply) => {
      const interaction = await interactionOf(request, reply)
      const { emailAddress, password } = Attempt.parse(request.body ?? {})
      const verdict = await checkPassword(floor, { emailAddress, password, address: request.ip })
      if (typeof verdict === 'string')
        return show(reply.code(verdict === 'refused' ? 401 : 429), interaction.uid, emailAddress, refusals[verdict])

      if (verdict.mustChange) return reply.redirect(await makeFirstPasswordLink(floor, verdict.accountId), 303)
      return finishSignIn({ floor, provider }, { request, reply, interaction }, { accountId: verdict.accountId, amr: ['pwd'] })
    }),
  )
}

const expired = {
  title: 'This sign-in page has expired',
  words: 'It was open for more than 15 minutes, or it was already used. Go back to the start to sign in.',
}

/** Refusals that a person meets while signing in, in words; anything else is a bug and leaves as one. */
function explain(error: unknown) {
  if (error instanceof errors.SessionNotFound) return { status: 400, page: expired }
  if (!(error instanceof Problem)) return undefined
  return {
    status: error.status,
    page: { title: 'Signing in is not possible just now', words: error.detail ?? 'Please try again in a moment.' },
  }
}
