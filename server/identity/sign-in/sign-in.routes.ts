import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'

import { demoAccounts, demoPassword } from '#domain/demo-accounts.ts'
import { checkPassword } from '#server/identity/check-password.ts'
import { makeFirstPasswordLink } from '#server/identity/one-time-links/make-link.ts'
import { pin } from '#server/identity/provider/pin.ts'
import type { Floor } from '#server/platform/floor.ts'

import { explaining } from './explain.ts'
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
  const { PUBLIC_URL, DEMO, LOCAL_SIGN_IN, BREAK_GLASS_ACCOUNT, upstream } = floor.config
  const address = '/identity/sign-in/:uid'
  // Its cookie goes to this one address only, so it is the interaction of the address.
  const interactionOf = (request: FastifyRequest, reply: FastifyReply) =>
    provider.interactionDetails(pin(request.raw, PUBLIC_URL), reply.raw)
  const show = async (reply: FastifyReply, uid: string, emailAddress = '', refusal?: string) => {
    const accounts = DEMO && LOCAL_SIGN_IN === 'on' ? demoAccounts.map((account) => ({ ...account, password: demoPassword })) : []
    const action = `/identity/sign-in/${uid}`
    return sendPage(reply, {
      kind: 'sign-in',
      action,
      emailAddress,
      refusal,
      demoAccounts: accounts,
      passwords: LOCAL_SIGN_IN === 'on' ? 'shown' : BREAK_GLASS_ACCOUNT ? 'folded' : 'none',
      upstream: upstream && { name: upstream.name, href: `${action}/upstream` },
    })
  }
  const orExplain = explaining(floor)

  app.get(
    address,
    orExplain(async (request, reply) => show(reply, (await interactionOf(request, reply)).uid)),
  )

  app.post(
    address,
    orExplain(async (request, reply) => {
      const interaction = await interactionOf(request, reply)
      const { emailAddress, password } = Attempt.parse(request.body ?? {})
      const isAllowed = LOCAL_SIGN_IN === 'on' || emailAddress.toLowerCase() === BREAK_GLASS_ACCOUNT?.toLowerCase()
      // Whoever must sign in elsewhere is nobody here, and takes as long.
      const verdict = await checkPassword(floor, { emailAddress: isAllowed ? emailAddress : '', password, address: request.ip })
      if (typeof verdict === 'string')
        return show(reply.code(verdict === 'refused' ? 401 : 429), interaction.uid, emailAddress, refusals[verdict])

      if (verdict.mustChange) return reply.redirect(await makeFirstPasswordLink(floor, verdict.accountId), 303)
      return finishSignIn({ floor, provider }, { request, reply, interaction }, { accountId: verdict.accountId, amr: ['pwd'] })
    }),
  )
}
