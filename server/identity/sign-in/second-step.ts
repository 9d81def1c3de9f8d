import { z } from 'zod'

import { asOwnMember, recordFactorChange } from '#server/identity/second-factor/factors.ts'
import { verifyCode } from '#server/identity/second-factor/judge-code.ts'
import { usePasskey } from '#server/identity/second-factor/passkeys.ts'
import { useRecoveryCode } from '#server/identity/second-factor/recovery-codes.ts'
import { useTotp } from '#server/identity/second-factor/totp.ts'
import { deviceOf } from '#server/identity/throttle/known-devices.ts'
import { getValidFrom } from '#server/identity/accounts.sql.ts'
import { endOf } from '#server/platform/request-body.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'

import { finishSignIn, partialSignInOf, type SignInDeps, type SignInRequest } from './finish-sign-in.ts'
import { actionOf, purposeOf, showStep } from './show-step.ts'

const Typed = z.object({ code: z.string().max(100).catch('') })
const Shown = z.object({ credential: z.string().max(20_000).catch('') })

export const tooManyAttemptsText = 'Too many people are signing in. Wait 30 seconds and try again.'
const notRight =
  'The code is incorrect, or was already used. If correct codes are refused, set a new password with “Forgot your password?” on the sign-in page.'
export const notAcceptedText = 'The passkey was not accepted. Try again, or sign in another way.'

export const readCode = ({ request }: SignInRequest) => Typed.parse(request.body ?? {}).code

/** What the browser's authenticator answered; whatever else was posted is no answer. */
export function readCredential({ request }: SignInRequest): unknown {
  try {
    return JSON.parse(Shown.parse(request.body ?? {}).credential) as unknown
  } catch {
    return undefined
  }
}

export const signInWithCode = (deps: SignInDeps, visit: SignInRequest) => verifySecondFactor(deps, visit, useTotp)

export const signInWithRecoveryCode = (deps: SignInDeps, visit: SignInRequest) =>
  verifySecondFactor(
    deps,
    visit,
    async (ctx, accountId, code) => {
      if (!(await useRecoveryCode(ctx, accountId, code))) return false
      await audit(ctx, 'recoveryCodeUsed')
      await recordFactorChange(ctx, ctx.actor.id, 'recoveryCodeUsed')
      return true
    },
    true,
  )

type Use = (ctx: Context, accountId: string, code: string) => Promise<boolean>

async function verifySecondFactor(deps: SignInDeps, visit: SignInRequest, use: Use, withRecoveryCode = false) {
  const { request, reply, interaction } = visit
  const partial = partialSignInOf(interaction)
  if (!partial) return reply.redirect(actionOf(interaction), 303)
  const { services } = deps
  const { accountId, amr } = partial
  const isRight = async () => Boolean(await asOwnMember(services, accountId, (ctx) => use(ctx, accountId, readCode(visit))))
  const attempt = { accountId, from: request.ip, device: deviceOf(services, request), signal: endOf(reply), isRight }
  const verdict = await verifyCode(services, attempt)
  if (verdict === 'right') return finishSignIn(deps, visit, { ...partial, amr: [...amr, 'otp', 'mfa'] })
  const [status, refusal] = verdict === 'too many' ? ([429, tooManyAttemptsText] as const) : ([401, notRight] as const)
  return showStep(services, reply.code(status), interaction, { refusal, withRecoveryCode })
}

/** A passkey is both factors: the thing that holds it, and the finger, face or PIN that unlocks it. First step or second, it is enough. */
export async function signInWithPasskey(deps: SignInDeps, visit: SignInRequest) {
  const { reply, interaction } = visit
  const { services } = deps
  const partial = partialSignInOf(interaction)
  const shown = await inTransaction(services.db, {}, async (tx) => {
    const accountId = await usePasskey({ tx, services }, readCredential(visit), purposeOf(interaction))
    return accountId === undefined ? undefined : { accountId, validFrom: await getValidFrom({ tx }, accountId) }
  })
  // Where people sign in elsewhere, a passkey of ours may follow that, not replace it.
  const isInPlace = partial ? partial.accountId === shown?.accountId : services.config.LOCAL_SIGN_IN === 'on'
  if (!shown || !isInPlace) return showStep(services, reply.code(401), interaction, { refusal: notAcceptedText })
  return finishSignIn(deps, visit, { ...shown, ...partial, amr: [...(partial?.amr ?? []), 'pop', 'user', 'mfa'] })
}
