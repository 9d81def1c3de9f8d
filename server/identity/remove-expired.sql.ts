import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/** What has run out is of no use to anyone but a thief. */
export async function deleteExpired({ tx }: Pick<Context, 'tx'>) {
  const now = sql<string>`now()`
  await tx.deleteFrom('oidc_store').where('expires_at', '<', now).execute()
  await tx.deleteFrom('seen_proofs').where('expires_at', '<', now).execute()
  await tx.deleteFrom('one_time_links').where('expires_at', '<', now).execute()
  await tx
    .deleteFrom('session_proofs')
    .where('proven_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute()
  await tx.deleteFrom('known_devices').where('expires_at', '<', now).execute()
  await tx.deleteFrom('sign_in_throttle').where('window_ends', '<', now).execute()
}
