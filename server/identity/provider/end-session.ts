import type { Interaction, Provider } from 'oidc-provider'

import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { endSessionByGrant, endSessionByUid } from './sessions.sql.ts'

type Session = InstanceType<Provider['Session']>

/** Ends a session and everything it led to: codes, refresh tokens, and access tokens that have not run out yet. */
export async function endSession(
  provider: Provider,
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  session: Session,
  from: string,
) {
  const grants = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => (grantId ? [grantId] : []))
  for (const grantId of grants) {
    await provider.RefreshToken.revokeByGrantId(grantId)
    await provider.AuthorizationCode.revokeByGrantId(grantId)
  }
  await inTransaction(db, {}, async (tx) => {
    await endSessionByUid(tx, session.uid)
    await directory.auditAs(tx, session.accountId!, 'signedOut', { from }) // the caller has checked that the session has an account
  })
}

/** Someone else signs in at a browser where a colleague still is: the colleague's session ends, and nothing of it is taken over. */
export async function endSessionOfInteraction(
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  interaction: Interaction,
  accountId: string,
  from: string,
) {
  const { session } = interaction
  if (!session?.uid || session.accountId === accountId) return
  const { uid, accountId: colleague } = session
  await inTransaction(db, {}, async (tx) => {
    await endSessionByUid(tx, uid)
    if (colleague) await directory.auditAs(tx, colleague, 'sessionTakenOver', { from })
  })
  delete (interaction as { session?: unknown }).session // the library compares it with the session of the browser
  await interaction.persist()
}

/** A code or refresh token was used twice: the session that it led to ends, and the organisation's audit log has an event. */
export const endStolenSession = (
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  stolen: { grantId: string; accountId: string | undefined; from: string },
) =>
  inTransaction(db, {}, async (tx) => {
    await endSessionByGrant(tx, stolen.grantId)
    if (stolen.accountId !== undefined) await directory.auditAs(tx, stolen.accountId, 'refreshTokenReused', { from: stolen.from })
  })
