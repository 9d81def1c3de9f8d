import { type Database, inTransaction } from '#server/platform/database.ts'

/** Where an organisation has moved to. Undefined if it is here, or is still being moved. */
export const findNewOrigin = (db: Database, organisationId: string) =>
  inTransaction(db, {}, async (tx) => {
    const row = await tx
      .selectFrom('moved_organisations')
      .select('new_origin')
      .where('id', '=', organisationId)
      .where('moved_at', 'is not', null)
      .executeTakeFirst()
    return row?.new_origin
  })
