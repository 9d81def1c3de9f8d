import { passwordRefusal } from '#server/identity/deny-list.ts'
import { hashPasswordInTurn } from '#server/identity/password.ts'
import { replacePassword } from '#server/identity/identity.ts'
import { mayHavePassword } from '#server/identity/local-accounts.ts'
import { rememberDevice } from '#server/identity/throttle/known-devices.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { inTransaction, rebind, type Tx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { hashOfToken } from './make-link.ts'
import { findOpenLink, takeLink, type LinkPurpose } from './one-time-links.sql.ts'

/** Whose link this is; undefined when it was used, replaced or has run out, or if the account has no password here any more. */
export async function openLink({ db, config }: Pick<Services, 'db' | 'config'>, token: string) {
  const link = await inTransaction(db, {}, (tx) => findOpenLink({ tx }, hashOfToken(token)))
  return link && mayHavePassword(config, link.emailAddress) ? link : undefined
}

type Chosen = { token: string; password: string; again: string }
type SignInRequest = Parameters<typeof rememberDevice>[2]
type Outcome = 'done' | 'gone' | { refusal: string }

/**
 * Uses a link: sets the password and ends all sessions of the account. The device is then known to the account, so the link works even
 * while others guess its password.
 */
export async function setPassword(services: Services, { token, password, again }: Chosen, visit: SignInRequest): Promise<Outcome> {
  const link = await openLink(services, token)
  if (!link) return 'gone'
  const { accountId } = link
  const holder = await inTransaction(services.db, { key: accountId }, (tx) => services.directory.findActor(tx, accountId))
  const refusal = await passwordRefusal(password, { again, about: [holder?.name ?? '', link.emailAddress] })
  if (refusal !== undefined) return { refusal }
  const passwordHash = await hashPasswordInTurn(password)
  return inTransaction(services.db, { key: accountId }, async (tx) => {
    if (!(await takeLink({ tx }, hashOfToken(token)))) return 'gone'
    await replacePassword({ tx }, accountId, passwordHash)
    await rememberDevice(services, tx, visit, accountId)
    await tellHolder(services, tx, accountId, link.purpose)
    return 'done'
  })
}

/** Audits the new password, and queues the email that tells the member of the change. */
async function tellHolder(services: Services, tx: Tx, accountId: string, purpose: LinkPurpose) {
  const actor = await services.directory.findActor(tx, accountId)
  if (!actor) return
  const { organisationId } = actor
  await rebind(tx, organisationId)
  const ctx = { tx, actor, organisationId, services }
  await audit(ctx, 'tenantMemberPasswordSet', { subjectId: actor.id!, detail: { by: purpose } })
  if (purpose === 'reset') await services.directory.queueMail(ctx, { memberId: actor.id!, kind: 'passwordChanged' })
}
