import { lockAccount } from '#server/identity/accounts.sql.ts'
import { asOwnMember, countFactors } from '#server/identity/second-factor/factors.ts'
import { recordFirstFactor } from '#server/identity/second-factor/change-factors.ts'
import { addPasskey } from '#server/identity/second-factor/passkeys.ts'
import { endTotpSetup } from '#server/identity/second-factor/totp.ts'
import type { Context } from '#server/platform/context.ts'

import { finishSignIn, partialSignInOf, savePartialSignIn, type SignInDeps, type SignInRequest } from './finish-sign-in.ts'
import { notAcceptedText, readCredential, readCode } from './second-step.ts'
import { sendPage } from './send-page.ts'
import { actionOf, creationPurposeOf, showStep } from './show-step.ts'

const notRight = 'The code is incorrect. Enter the code the app shows now, and check the time on your phone.'

export const setUpTotp = (deps: SignInDeps, visit: SignInRequest) =>
  setUp(deps, visit, 'totp', notRight, (ctx, accountId) => endTotpSetup(ctx, accountId, readCode(visit)))

export const setUpPasskey = (deps: SignInDeps, visit: SignInRequest) =>
  setUp(deps, visit, 'passkey', notAcceptedText, (ctx, accountId) =>
    addPasskey(ctx, accountId, { response: readCredential(visit), name: 'Passkey', purpose: creationPurposeOf(visit.interaction) }),
  )

type Add = (ctx: Context, accountId: string) => Promise<boolean>

/** Sets up the first factor of a member without one. A member with one must use it: a password alone never adds another. */
async function setUp(deps: SignInDeps, visit: SignInRequest, kind: 'totp' | 'passkey', refusal: string, add: Add) {
  const { reply, interaction } = visit
  const partial = partialSignInOf(interaction)
  if (!partial) return reply.redirect(actionOf(interaction), 303)
  const { accountId, amr } = partial
  const codes = await asOwnMember(deps.services, accountId, async (ctx) => {
    const account = await lockAccount(ctx, accountId)
    if (!account || (await countFactors(ctx, accountId)) > 0 || !(await add(ctx, accountId))) return undefined
    return (await recordFirstFactor(ctx, account, kind)).recoveryCodes
  })
  if (!codes) return showStep(deps.services, reply.code(401), interaction, { refusal })
  await savePartialSignIn(interaction, { ...partial, amr: [...amr, ...(kind === 'totp' ? ['otp'] : ['pop', 'user']), 'mfa'] })
  // Shown once: they are in no address and in no store but as hashes, so this page is the answer itself.
  return sendPage(reply, { kind: 'recovery-codes', action: actionOf(interaction), codes })
}

/** From the page of the codes back to the app. */
export async function endSetUp(deps: SignInDeps, visit: SignInRequest) {
  const partial = partialSignInOf(visit.interaction)
  return partial?.amr.includes('mfa') ? finishSignIn(deps, visit, partial) : visit.reply.redirect(actionOf(visit.interaction), 303)
}
