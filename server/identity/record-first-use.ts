import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { hashed } from './provider/hashed.ts'
import { markSeen } from './token/seen-proofs.sql.ts'

const twelveHours = 12 * 60

/** Records the sign-in of a system administrator when a session of another provider is seen for the first time in twelve hours. */
export const recordFirstUse = (
  { db, directory }: Pick<Services, 'db' | 'directory'>,
  { subject, session, from }: { subject: string; session: string; from: string },
) =>
  inTransaction(db, {}, async (tx) => {
    if (await markSeen(tx, hashed(`session of ${subject}: ${session}`), twelveHours))
      await directory.recordAdministratorSignIn(tx, subject, { from })
  })
