import type { ProofMethods, secondFactors } from '#contract/own-account.ts'
import type { Input } from '#contract/route.ts'
import { findAccount, lockAccount } from '#server/identity/accounts.sql.ts'
import { hasLocalAccounts, mayHavePassword } from '#server/identity/local-accounts.ts'
import { verifyIdToken } from '#server/identity/token/verify-access-token.ts'
import { checkOwnPassword } from '#server/identity/check-password.ts'
import { deviceOfSession } from '#server/identity/throttle/known-devices.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import { inOrganisation, inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import type { Call } from '#server/platform/serve.ts'

import { verifyCode } from './judge-code.ts'
import { findMethods } from './factors.ts'
import { passkeyRequest, usePasskey } from './passkeys.ts'
import { insertProof, isProvenInSession, isProvenWithin } from './proofs.sql.ts'
import { useTotp } from './totp.ts'

/** How long a proof is good for, in minutes. */
const recently = 5

/** The account of the actor, locked until the transaction ends. Undefined if another provider has the accounts. */
export async function getOwnAccount({ tx, actor, services }: Context, find = lockAccount) {
  const isOurs = hasLocalAccounts(services.config) && actor.subject !== undefined
  const account = isOurs ? await find({ tx }, actor.subject!) : undefined
  if (!account) throw new Problem('not_found')
  return { id: account.id, emailAddress: account.email_address }
}

/**
 * Whether the actor signed in, or confirmed their identity, in the last five minutes: an unlocked computer is not enough. If another
 * provider has the accounts, there is no session here.
 */
export async function requireFreshProof({ db, config }: Pick<Services, 'db' | 'config'>, actor: Actor) {
  const key = proofKeyOf(actor)
  const isProven =
    key !== undefined &&
    (await inTransaction(db, {}, (tx) =>
      hasLocalAccounts(config) ? isProvenInSession(tx, key, recently) : isProvenWithin(tx, key, recently),
    ))
  if (!isProven) throw new Problem('proof_needed')
}

/** A proof holds for one session. A token of another provider may name none: then for the subject. */
const proofKeyOf = ({ sessionId, subject }: Actor) => sessionId ?? (subject === undefined ? undefined : `subject ${subject}`)

/** The purpose that a passkey signs to confirm an identity. */
const purposeOf = (actor: Actor) => `prove ${proofKeyOf(actor)}`

/** What the signed-in member can prove themselves with. */
export async function startProof(ctx: Context): Promise<ProofMethods> {
  const { services, actor } = ctx
  if (!hasLocalAccounts(services.config)) return { password: false, code: false, passkey: null, idToken: true }
  const { id, emailAddress } = await getOwnAccount(ctx, findAccount)
  const { totp, passkeys } = await findMethods(ctx, id)
  return {
    password: mayHavePassword(services.config, emailAddress),
    code: totp,
    passkey: passkeys > 0 ? { ...passkeyRequest(services, purposeOf(actor)) } : null,
    idToken: false,
  }
}

/** Confirms the identity of the actor. A wrong password or code is counted as at sign-in, and audited. */
export const prove = { before: verifyProof }

type Asked = Input<typeof secondFactors.prove>['body']

async function verifyProof(call: Call, { body }: Input<typeof secondFactors.prove>) {
  if ('idToken' in body) return proveBySignIn(call, body.idToken)
  const verdict =
    'password' in body
      ? await judgePassword(call, body.password)
      : 'code' in body
        ? await judgeOwnCode(call, body.code)
        : await judgePasskey(call, body.credential)
  if (verdict === 'too many') throw new Problem('too_many_requests', 'Too many attempts. Wait 30 seconds and try again.')
  if (verdict === 'refused') await refuse(call, body)
  return (ctx: Context) => keepProof(ctx)
}

type Verdict = 'right' | 'refused' | 'too many'

const ownAccount = ({ services, actor, organisationId }: Call) =>
  inOrganisation(services.db, organisationId, (tx) => getOwnAccount({ tx, actor, organisationId, services }, findAccount))

async function judgePassword(call: Call, password: string): Promise<Verdict> {
  const { services, actor, request } = call
  const { id } = await ownAccount(call)
  return checkOwnPassword(services, { accountId: id, password, from: request.ip, sessionId: actor.sessionId })
}

async function judgeOwnCode(call: Call, code: string): Promise<Verdict> {
  const { services, actor, organisationId, request } = call
  const { id } = await ownAccount(call)
  const { sessionId } = actor
  const device =
    sessionId === undefined ? undefined : await inTransaction(services.db, {}, (tx) => deviceOfSession(services, tx, id, sessionId))
  const isRight = () =>
    inOrganisation(services.db, organisationId, async (tx) => {
      const ctx: Context = { tx, actor, organisationId, services }
      return useTotp(ctx, (await getOwnAccount(ctx)).id, code)
    })
  return verifyCode(services, { accountId: id, from: request.ip, device, isRight })
}

const judgePasskey = ({ services, actor, organisationId }: Call, credential: unknown): Promise<Verdict> =>
  inOrganisation(services.db, organisationId, async (tx) => {
    const ctx: Context = { tx, actor, organisationId, services }
    const { id } = await getOwnAccount(ctx)
    return (await usePasskey(ctx, credential, purposeOf(actor))) === id ? 'right' : 'refused'
  })

async function refuse({ services, actor, organisationId }: Call, body: Asked): Promise<never> {
  await inOrganisation(services.db, organisationId, (tx) => audit({ tx, actor, organisationId }, 'identityProofRefused'))
  if ('password' in body) throw fieldProblem('password', 'The password is incorrect.')
  if ('code' in body) throw fieldProblem('code', 'The code is incorrect, or was already used.')
  throw new Problem('conflict', 'The passkey was not accepted. Try again, or confirm another way.')
}

/**
 * If another provider has the accounts: the ID token of a sign-in there, by the same person, within the last minutes (OpenID Connect Core
 * section 3.1.2.1, max_age).
 */
async function proveBySignIn({ services, actor }: Call, idToken: string) {
  const { direct } = services.config
  const signIn = direct && (await verifyIdToken(services.config, direct, idToken))
  const at = signIn?.at
  const isRecent = signIn?.subject === actor.subject && at !== undefined && Date.now() / 1000 - at < recently * 60
  if (!isRecent) throw new Problem('proof_needed')
  return (ctx: Context) => keepProof(ctx, at)
}

async function keepProof(ctx: Context, at = Date.now() / 1000) {
  const key = proofKeyOf(ctx.actor)
  if (key === undefined) throw new Problem('proof_needed')
  await insertProof(ctx.tx, key, at)
  await audit(ctx, 'identityProven')
  return { done: true as const }
}
