import type { SecondFactors } from '#contract/own-account.ts'
import { findAccount } from '#server/identity/accounts.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { countFactors, recordFactorChange } from './factors.ts'
import { addPasskey, passkeyCreation } from './passkeys.ts'
import { deletePasskey, listPasskeys, renamePasskey } from './passkeys.sql.ts'
import { getOwnAccount } from './prove.ts'
import { countRecoveryCodes, deleteRecoveryCodes } from './recovery-codes.sql.ts'
import { makeFirstRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { deleteTotp, findTotp } from './totp.sql.ts'
import { beginTotp, endTotpSetup, readTotpSetup } from './totp.ts'

type Account = Awaited<ReturnType<typeof getOwnAccount>>
const done = { done: true as const }
const wrongSetupCode = 'The code is incorrect. Enter the code the app shows now, and check the time on your phone.'

export async function readFactors(ctx: Context): Promise<SecondFactors> {
  const { id } = await getOwnAccount(ctx, findAccount)
  const [totp, passkeys, recoveryCodesLeft, { day, isInForce }] = [
    await findTotp(ctx, id),
    await listPasskeys(ctx, id),
    await countRecoveryCodes(ctx, id),
    await ctx.services.directory.findSecondFactorDay(ctx, ctx.actor.id),
  ]
  return {
    authenticatorAddedAt: totp?.added_at ?? null,
    passkeys: passkeys.map(({ id, name, added_at, last_used_at }) => ({ id, name, addedAt: added_at, lastUsedAt: last_used_at })),
    recoveryCodesLeft,
    isRequired: isInForce,
    requiredFrom: day,
  }
}

export async function startTotp(ctx: Context) {
  const { id, emailAddress } = await getOwnAccount(ctx)
  await beginTotp(ctx, id)
  await audit(ctx, 'secondFactorBegun', { detail: { kind: 'totp' } })
  return (await readTotpSetup(ctx, id, emailAddress))!
}

export async function addTotp(ctx: Context, code: string) {
  const account = await getOwnAccount(ctx)
  if (!(await endTotpSetup(ctx, account.id, code))) throw fieldProblem('code', wrongSetupCode)
  return recordFirstFactor(ctx, account, 'totp')
}

/** Every new factor is audited, reported by email and followed by recovery codes, also while signing in. */
export async function recordFirstFactor(ctx: Context, { id }: Pick<Account, 'id'>, kind: 'totp' | 'passkey') {
  await audit(ctx, 'secondFactorAdded', { detail: { kind } })
  await recordFactorChange(ctx, ctx.actor.id, kind === 'totp' ? 'authenticatorAdded' : 'passkeyAdded')
  return { recoveryCodes: await makeFirstRecoveryCodes(ctx, id) }
}

export async function removeTotp(ctx: Context) {
  const account = await getOwnAccount(ctx)
  await mustKeepOne(ctx, account)
  if (!(await deleteTotp(ctx, account.id)).numDeletedRows) throw new Problem('not_found')
  return removed(ctx, account, 'totp')
}

export async function removePasskey(ctx: Context, passkeyId: string) {
  const account = await getOwnAccount(ctx)
  await mustKeepOne(ctx, account)
  if (!(await deletePasskey(ctx, account.id, passkeyId)).numDeletedRows) throw new Problem('not_found')
  return removed(ctx, account, 'passkey')
}

async function mustKeepOne(ctx: Context, { id }: Account) {
  const { isInForce } = await ctx.services.directory.findSecondFactorDay(ctx, ctx.actor.id)
  if (isInForce && (await countFactors(ctx, id)) < 2)
    throw new Problem('conflict', 'Your organisation requires a second factor, and this is your only one. Add another second factor first.')
}

async function removed(ctx: Context, { id }: Account, kind: 'totp' | 'passkey') {
  // Codes that stand in for nothing would be a way in by themselves.
  if ((await countFactors(ctx, id)) === 0) await deleteRecoveryCodes(ctx, id)
  await audit(ctx, 'secondFactorRemoved', { detail: { kind } })
  await recordFactorChange(ctx, ctx.actor.id, kind === 'totp' ? 'authenticatorRemoved' : 'passkeyRemoved')
  return done
}

export async function startPasskey(ctx: Context) {
  const account = await getOwnAccount(ctx)
  await audit(ctx, 'secondFactorBegun', { detail: { kind: 'passkey' } })
  return { ...(await passkeyCreation(ctx, account, account.id)) }
}

export async function addOwnPasskey(ctx: Context, { name, credential }: { name: string; credential: unknown }) {
  const account = await getOwnAccount(ctx)
  if (!(await addPasskey(ctx, account.id, { response: credential, name, purpose: account.id })))
    throw new Problem('conflict', 'The passkey could not be confirmed. Try again.')
  return recordFirstFactor(ctx, account, 'passkey')
}

export async function renameOwnPasskey(ctx: Context, passkeyId: string, name: string) {
  const { id } = await getOwnAccount(ctx)
  if (!(await renamePasskey(ctx, id, passkeyId, name)).numUpdatedRows) throw new Problem('not_found')
  await audit(ctx, 'passkeyRenamed')
  return done
}

export async function renewRecoveryCodes(ctx: Context) {
  const { id } = await getOwnAccount(ctx)
  if ((await countFactors(ctx, id)) === 0) throw new Problem('conflict', 'Add an authenticator app or a passkey first.')
  const recoveryCodes = await makeRecoveryCodes(ctx, id)
  await audit(ctx, 'recoveryCodesMade')
  await recordFactorChange(ctx, ctx.actor.id, 'recoveryCodesMade')
  return { recoveryCodes }
}
