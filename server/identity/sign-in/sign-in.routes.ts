import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import { z } from 'zod'

import { checkPassword } from '#server/identity/check-password.ts'
import { hasLocalPassword } from '#server/identity/local-accounts.ts'
import { makeFirstPasswordLink } from '#server/identity/one-time-links/make-link.ts'
import { setPublicAddress } from '#server/identity/provider/public-address.ts'
import { deviceOf } from '#server/identity/throttle/known-devices.ts'
import { endOf, formBody } from '#server/platform/request-body.ts'
import type { Services } from '#server/platform/services.ts'

import { finishSignIn, savePartialSignIn, type SignInDeps, type SignInRequest } from './finish-sign-in.ts'
import { signInWithCode, signInWithPasskey, signInWithRecoveryCode, tooManyAttemptsText } from './second-step.ts'
import { explaining } from './send-page.ts'
import { endSetUp, setUpPasskey, setUpTotp } from './set-up-step.ts'
import { actionOf, showStep } from './show-step.ts'

// Whatever is posted is an attempt: a field that is missing or too long is simply not right.
const Attempt = z.object({ emailAddress: z.string().trim().max(320).catch(''), password: z.string().catch('') })

const notRight = (config: Services['config']) =>
  `Email or password is incorrect, or the account is temporarily locked. To set a new password, ${hasLocalPassword(config) ? 'use “Forgot your password?”' : 'ask the operator of the server for a link'}.`

/** The pages on which a person signs in: plain HTML forms; the one script is for passkeys, and nothing else waits for it. */
export function serveSignIn(app: FastifyInstance, provider: Provider, services: Services) {
  const orExplain = explaining(services)
  const deps: SignInDeps = { services, provider }
  const address = '/identity/sign-in/:uid'
  const serve = (method: 'GET' | 'POST', path: string, answer: (deps: SignInDeps, visit: SignInRequest) => Promise<unknown>) =>
    app.route({
      method,
      url: address + path,
      ...(method === 'POST' && { config: { body: formBody() } }),
      handler: orExplain(async (request: FastifyRequest, reply: FastifyReply) => {
        // The cookie is limited to this path, so it belongs to the interaction in the path.
        const interaction = await provider
          .interactionDetails(setPublicAddress(request.raw, services.config.PUBLIC_URL), reply.raw)
          .catch((error: unknown) => (method === 'GET' && hasLostItsSession(error) ? undefined : Promise.reject(error)))
        if (!interaction) return reply.redirect(`${services.config.PUBLIC_URL}/`, 303)
        return answer(deps, { request, reply, interaction })
      }),
    })

  serve('GET', '', (_desk, { reply, interaction }) => showStep(services, reply, interaction))
  serve('GET', '/recovery-code', (_desk, { reply, interaction }) => showStep(services, reply, interaction, { withRecoveryCode: true }))
  serve('POST', '', signInWithPassword)
  serve('POST', '/again', startAgain)
  serve('POST', '/code', signInWithCode)
  serve('POST', '/recovery-code', signInWithRecoveryCode)
  serve('POST', '/passkey', signInWithPasskey)
  serve('POST', '/set-up', setUpTotp)
  serve('POST', '/set-up-passkey', setUpPasskey)
  serve('POST', '/continue', endSetUp)
}

/** Somebody signed out in another tab while this one was on its way here. It begins anew: nothing has been entered that could be lost. */
const hasLostItsSession = (error: unknown) =>
  error instanceof errors.SessionNotFound && /^session (not found|principal changed)$/.test(error.error_description ?? '')

async function signInWithPassword(deps: SignInDeps, visit: SignInRequest) {
  const { request, reply, interaction } = visit
  const { emailAddress, password } = Attempt.parse(request.body ?? {})
  const { LOCAL_SIGN_IN, BREAK_GLASS_ACCOUNT } = deps.services.config
  const isAllowed = LOCAL_SIGN_IN === 'on' || emailAddress.toLowerCase() === BREAK_GLASS_ACCOUNT?.toLowerCase()
  // Whoever must sign in elsewhere is nobody here, and takes as long.
  const attempt = { emailAddress: isAllowed ? emailAddress : '', password, from: request.ip, device: deviceOf(deps.services, request) }
  const verdict = await checkPassword(deps.services, { ...attempt, signal: endOf(reply) })
  if (typeof verdict === 'object') {
    if (!verdict.mustChange) return finishSignIn(deps, visit, { ...verdict, amr: ['pwd'] })
    const link = await makeFirstPasswordLink(deps.services, verdict)
    return reply.redirect(link ?? actionOf(interaction), 303)
  }
  await savePartialSignIn(interaction, undefined)
  const [status, refusal] = verdict === 'refused' ? ([401, notRight(deps.services.config)] as const) : ([429, tooManyAttemptsText] as const)
  return showStep(deps.services, reply.code(status), interaction, { emailAddress, refusal })
}

/** Starts again with another account or method, and deletes what was shown so far. */
async function startAgain(_desk: SignInDeps, { reply, interaction }: SignInRequest) {
  await savePartialSignIn(interaction, undefined)
  return reply.redirect(actionOf(interaction), 303)
}
