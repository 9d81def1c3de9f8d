import type { Interaction, Provider } from 'oidc-provider'

import { inTransaction } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

import { deleteSession, deleteSessionOfGrant } from './adapter.sql.ts'

type Session = InstanceType<Provider['Session']>

/** Ends a session and everything it led to: codes, refresh tokens, and access tokens that have not run out yet. */
export async function endSession(provider: Provider, { db }: Pick<Floor, 'db'>, session: Session) {
  const grants = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => (grantId ? [grantId] : []))
  for (const grantId of grants) {
    await provider.RefreshToken.revokeByGrantId(grantId)
    await provider.AuthorizationCode.revokeByGrantId(grantId)
  }
  await inTransaction(db, {}, (tx) => deleteSession(tx, session.uid))
}

/** Someone else signs in at a browser where a colleague still is: the colleague's session ends, and nothing of it is taken over. */
export async function endSessionOfInteraction({ db }: Pick<Floor, 'db'>, interaction: Interaction, accountId: string) {
  const { session } = interaction
  if (!session?.uid || session.accountId === accountId) return
  const { uid } = session
  await inTransaction(db, {}, (tx) => deleteSession(tx, uid))
  delete (interaction as { session?: unknown }).session // the library compares it with the session that the browser comes back with
  await interaction.persist()
}

export const endSessionOfGrant = ({ db }: Pick<Floor, 'db'>, grantId: string) =>
  inTransaction(db, {}, (tx) => deleteSessionOfGrant(tx, grantId))
