import { lockAccount } from '#server/identity/accounts.sql.ts'
import { asMember } from '#server/identity/second-factor/as-member.ts'
import { added } from '#server/identity/second-factor/change-factors.ts'
import { countFactors } from '#server/identity/second-factor/methods.ts'
import { addPasskey } from '#server/identity/second-factor/passkeys.ts'
import { endTotpSetup } from '#server/identity/second-factor/totp.ts'
import type { Context } from '#server/platform/context.ts'

import { finishSignIn, type Desk, type Visit } from './finish-sign-in.ts'
import { halfOf, keepHalf } from './half-sign-in.ts'
import { notTaken, shownCredential, typedCode } from './second-step.ts'
import { sendPage } from './send-page.ts'
import { actionOf, creationPurposeOf, showStep } from './show-step.ts'

const notRight = 'The code is not right. Take the one that the app shows now, and check the clock of the phone.'

export const setUpTotp = (desk: Desk, visit: Visit) =>
  setUp(desk, visit, 'totp', notRight, (ctx, accountId) => endTotpSetup(ctx, accountId, typedCode(visit)))

export const setUpPasskey = (desk: Desk, visit: Visit) =>
  setUp(desk, visit, 'passkey', notTaken, (ctx, accountId) =>
    addPasskey(ctx, accountId, { response: shownCredential(visit), name: 'Passkey', purpose: creationPurposeOf(visit.interaction) }),
  )

type Add = (ctx: Context, accountId: string) => Promise<boolean>

/** Sets up the first factor of whoever has none. Who has one must show it: a password alone never adds another. */
async function setUp(desk: Desk, visit: Visit, kind: 'totp' | 'passkey', refusal: string, add: Add) {
  const { reply, interaction } = visit
  const half = halfOf(interaction)
  if (!half) return reply.redirect(actionOf(interaction), 303)
  const { accountId, amr } = half
  const codes = await asMember(desk.floor, accountId, async (ctx) => {
    const account = await lockAccount(ctx, accountId)
    if (!account || (await countFactors(ctx, accountId)) > 0 || !(await add(ctx, accountId))) return undefined
    return (await added(ctx, account, kind)).recoveryCodes
  })
  if (!codes) return showStep(desk.floor, reply.code(401), interaction, { refusal })
  await keepHalf(interaction, { ...half, amr: [...amr, ...(kind === 'totp' ? ['otp'] : ['pop', 'user']), 'mfa'] })
  // Shown once: they are in no address and in no store but as hashes, so this page is the answer itself.
  return sendPage(reply, { kind: 'recovery-codes', action: actionOf(interaction), codes })
}

/** From the page of the codes back to the app. */
export async function endSetUp(desk: Desk, visit: Visit) {
  const half = halfOf(visit.interaction)
  return half?.amr.includes('mfa') ? finishSignIn(desk, visit, half) : visit.reply.redirect(actionOf(visit.interaction), 303)
}
