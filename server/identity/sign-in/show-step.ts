import type { FastifyReply } from 'fastify'
import type { Interaction } from 'oidc-provider'

import { demoAccounts, demoPassword } from '#domain/demo-accounts.ts'
import { findAccount } from '#server/identity/accounts.sql.ts'
import { findMethods } from '#server/identity/second-factor/methods.ts'
import { passkeyCreation, passkeyRequest } from '#server/identity/second-factor/passkeys.ts'
import { readTotpSetup } from '#server/identity/second-factor/totp.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

import { halfOf } from './half-sign-in.ts'
import { sendPage } from './send-page.ts'
import { whatIsDue } from './what-is-due.ts'

type Said = { emailAddress?: string; refusal?: string; withRecoveryCode?: boolean }

export const actionOf = ({ uid }: Interaction) => `/identity/sign-in/${uid}`
/** What a passkey signs while somebody signs in, and while they make one. */
export const purposeOf = ({ uid }: Interaction) => `sign in ${uid}`
export const creationPurposeOf = ({ uid }: Interaction) => `make a passkey ${uid}`

/** The page of the step that somebody is at. */
export async function showStep(floor: Floor, reply: FastifyReply, interaction: Interaction, said: Said = {}) {
  const half = halfOf(interaction)
  if (!half) return showFirst(floor, reply, interaction, said)
  const due = await whatIsDue(floor, half)
  if (due === 'second factor') return showSecondFactor(floor, reply, interaction, half.accountId, said)
  if (due === 'set up') return showSetUp(floor, reply, interaction, half.accountId, said)
  return sendPage(reply, { kind: 'recovery-codes', action: actionOf(interaction), codes: [] })
}

function showFirst(floor: Floor, reply: FastifyReply, interaction: Interaction, { emailAddress = '', refusal }: Said) {
  const { DEMO, LOCAL_SIGN_IN, BREAK_GLASS_ACCOUNT, upstream } = floor.config
  const isLocal = LOCAL_SIGN_IN === 'on'
  const action = actionOf(interaction)
  return sendPage(reply, {
    kind: 'sign-in',
    action,
    emailAddress,
    refusal,
    demoAccounts: DEMO && isLocal ? demoAccounts.map((account) => ({ ...account, password: demoPassword })) : [],
    passwords: isLocal ? 'shown' : BREAK_GLASS_ACCOUNT ? 'folded' : 'none',
    upstream: upstream && { name: upstream.name, href: `${action}/upstream` },
    passkey: isLocal ? passkeyRequest(floor, purposeOf(interaction)) : undefined,
  })
}

async function showSecondFactor(floor: Floor, reply: FastifyReply, interaction: Interaction, accountId: string, said: Said) {
  const { totp, passkeys, recoveryCodes } = await inTransaction(floor.db, {}, (tx) => findMethods({ tx }, accountId))
  return sendPage(reply, {
    kind: 'second-factor',
    action: actionOf(interaction),
    refusal: said.refusal,
    asks: said.withRecoveryCode ? 'recovery code' : totp ? 'code' : 'passkey',
    hasRecoveryCodes: recoveryCodes > 0,
    hasCode: totp,
    passkey: passkeys > 0 ? passkeyRequest(floor, purposeOf(interaction)) : undefined,
  })
}

async function showSetUp(floor: Floor, reply: FastifyReply, interaction: Interaction, accountId: string, { refusal }: Said) {
  const { setup, passkey } = await inTransaction(floor.db, {}, async (tx) => {
    const account = await findAccount({ tx }, accountId)
    const emailAddress = account?.email_address ?? ''
    return {
      setup: await readTotpSetup({ tx, floor }, accountId, emailAddress),
      passkey: await passkeyCreation({ tx, floor }, { id: accountId, emailAddress }, creationPurposeOf(interaction)),
    }
  })
  return sendPage(reply, { kind: 'set-up', action: actionOf(interaction), setup, passkey, refusal })
}
