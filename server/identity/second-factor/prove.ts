import type { secondFactors } from '#contract/second-factors.ts'
import type { Input } from '#contract/route.ts'
import { lockAccount } from '#server/identity/accounts.sql.ts'
import { keepsAccounts } from '#server/identity/keeps-passwords.ts'
import { checkPassword } from '#server/identity/check-password.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import type { Outside } from '#server/platform/serve.ts'

import { judgeAttempt } from './attempt.ts'
import { insertProof, isProvenWithin } from './proofs.sql.ts'
import { useTotp } from './totp.ts'

/** How long a proof is good for, in minutes. */
const recently = 5

/** The account of whoever acts, held until the transaction ends. Where accounts live elsewhere there is none. */
export async function getOwnAccount({ tx, actor, floor }: Context, find = lockAccount) {
  const isOurs = keepsAccounts(floor.config) && actor.subject !== undefined
  const account = isOurs ? await find({ tx }, actor.subject!) : undefined
  if (!account) throw new Problem('not_found')
  return { id: account.id, emailAddress: account.email_address }
}

/** What changes how somebody signs in asks for a proof of the last five minutes: an unlocked computer is no proof. */
export async function mustBeProven({ tx, actor }: Context) {
  const isProven = actor.sessionId !== undefined && (await isProvenWithin(tx, actor.sessionId, recently))
  if (!isProven) throw new Problem('proof_needed')
}

/** Proves once more who is at the keyboard, by the password or a code of the authenticator app. A wrong one is counted like one at the door, and kept. */
export const prove = { before: judge }

async function judge({ floor, actor, organisationId, request }: Outside, { body: { password, code } }: Input<typeof secondFactors.prove>) {
  const attempt = await inOrganisation(floor.db, organisationId, async (tx) => {
    const ctx: Context = { tx, actor, organisationId, floor }
    const { id, emailAddress } = await getOwnAccount(ctx)
    const verdict = code === undefined ? undefined : await judgeAttempt(ctx, { accountId: id, isRight: () => useTotp(ctx, id, code) })
    return { id, emailAddress, verdict }
  })
  const isRight =
    attempt.verdict === undefined
      ? isOf(attempt.id, await checkPassword(floor, { emailAddress: attempt.emailAddress, password: password ?? '', address: request.ip }))
      : attempt.verdict === 'right'
  if (!isRight) {
    await inOrganisation(floor.db, organisationId, (tx) => audit({ tx, actor, organisationId }, 'identityProofRefused'))
    throw code === undefined
      ? fieldProblem('password', 'The password is not right, or the account is locked for a while.')
      : fieldProblem('code', 'The code is not right, was used before, or the account is locked for a while.')
  }
  return keepProof
}

const isOf = (id: string, verdict: Awaited<ReturnType<typeof checkPassword>>) => typeof verdict === 'object' && verdict.accountId === id

async function keepProof(ctx: Context) {
  if (ctx.actor.sessionId === undefined) throw new Problem('proof_needed')
  await insertProof(ctx.tx, ctx.actor.sessionId)
  await audit(ctx, 'identityProven')
  return { done: true as const }
}
