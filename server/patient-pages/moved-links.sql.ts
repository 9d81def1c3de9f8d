import type { Tx } from '#server/platform/database.ts'

/** Where the link or letter code that this transaction's key opens has moved with its organisation. */
export async function findMovedLink(tx: Tx, hash: Buffer) {
  const row = await tx
    .selectFrom('moved_links as l')
    .innerJoin('moved_organisations as o', 'o.id', 'l.organisation')
    .select(['o.new_origin', 'l.request_id'])
    // Compares bytes, as findLink() does.
    .where('l.hash', '=', hash)
    .executeTakeFirst()
  return row && { newOrigin: row.new_origin, requestId: row.request_id }
}
