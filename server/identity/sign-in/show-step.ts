import type { FastifyReply } from 'fastify'
import type { Interaction } from 'oidc-provider'

import { demoAccounts, demoPassword } from '#domain/demo-accounts.ts'
import { findAccount } from '#server/identity/accounts.sql.ts'
import { findMethods } from '#server/identity/second-factor/factors.ts'
import { passkeyCreation, passkeyRequest } from '#server/identity/second-factor/passkeys.ts'
import { readTotpSetup } from '#server/identity/second-factor/totp.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { nextStep, partialSignInOf } from './finish-sign-in.ts'
import { sendPage } from './send-page.ts'

type GivenInput = { emailAddress?: string; refusal?: string; withRecoveryCode?: boolean }

export const actionOf = ({ uid }: Interaction) => `/identity/sign-in/${uid}`
/** The purpose that a passkey signs at sign-in, and while it is created. */
export const purposeOf = ({ uid }: Interaction) => `sign in ${uid}`
export const creationPurposeOf = ({ uid }: Interaction) => `make a passkey ${uid}`

/** The page of the current step. */
export async function showStep(services: Services, reply: FastifyReply, interaction: Interaction, given: GivenInput = {}) {
  const partial = partialSignInOf(interaction)
  if (!partial) return showFirst(services, reply, interaction, given)
  const due = await nextStep(services, partial)
  if (due === 'second factor') return showSecondFactor(services, reply, interaction, partial.accountId, given)
  if (due === 'set up') return showSetUp(services, reply, interaction, partial.accountId, given)
  return sendPage(reply, { kind: 'recovery-codes', action: actionOf(interaction), codes: [] })
}

function showFirst(services: Services, reply: FastifyReply, interaction: Interaction, { emailAddress = '', refusal }: GivenInput) {
  const { DEMO, LOCAL_SIGN_IN, BREAK_GLASS_ACCOUNT, upstream } = services.config
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
    passkey: isLocal ? passkeyRequest(services, purposeOf(interaction)) : undefined,
  })
}

async function showSecondFactor(services: Services, reply: FastifyReply, interaction: Interaction, accountId: string, given: GivenInput) {
  const { totp, passkeys, recoveryCodes } = await inTransaction(services.db, {}, (tx) => findMethods({ tx }, accountId))
  return sendPage(reply, {
    kind: 'second-factor',
    action: actionOf(interaction),
    refusal: given.refusal,
    asks: given.withRecoveryCode ? 'recovery code' : totp ? 'code' : 'passkey',
    hasRecoveryCodes: recoveryCodes > 0,
    hasCode: totp,
    passkey: passkeys > 0 ? passkeyRequest(services, purposeOf(interaction)) : undefined,
  })
}

async function showSetUp(services: Services, reply: FastifyReply, interaction: Interaction, accountId: string, { refusal }: GivenInput) {
  const { setup, passkey } = await inTransaction(services.db, {}, async (tx) => {
    const account = await findAccount({ tx }, accountId)
    const emailAddress = account?.email_address ?? ''
    return {
      setup: await readTotpSetup({ tx, services }, accountId, emailAddress),
      passkey: await passkeyCreation({ tx, services }, { id: accountId, emailAddress }, creationPurposeOf(interaction)),
    }
  })
  return sendPage(reply, { kind: 'set-up', action: actionOf(interaction), setup, passkey, refusal })
}
