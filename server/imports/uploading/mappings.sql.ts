import { createHash } from 'node:crypto'

import { comparableHeading, type ColumnMapping } from '#domain/imports/mapping.ts'
import type { Context } from '#server/platform/context.ts'

/** Equal for two files with the same headings in any order. A column without a heading does not count. */
function hashOf(headings: readonly string[]) {
  const texts = headings.map(comparableHeading).filter((text) => text !== '')
  return createHash('sha256').update(JSON.stringify(texts.toSorted())).digest('hex')
}

/** The mapping that was kept for these headings. */
export async function findMapping({ tx }: Pick<Context, 'tx'>, headings: readonly string[]): Promise<ColumnMapping | undefined> {
  const row = await tx.selectFrom('import_mappings').select('columns').where('headings_hash', '=', hashOf(headings)).executeTakeFirst()
  return row?.columns as ColumnMapping | undefined // written by setMapping
}

/** The mapping replaces an earlier one of the same headings. */
export async function setMapping({ tx, actor }: Context, mapping: ColumnMapping) {
  const chosen = { columns: JSON.stringify(mapping), updated_by: actor.id, updated_at: new Date().toISOString() }
  await tx
    .insertInto('import_mappings')
    .values({ headings_hash: hashOf(mapping.map(({ heading }) => heading)), ...chosen })
    .onConflict((on) => on.columns(['organisation_id', 'headings_hash']).doUpdateSet(chosen))
    .execute()
}
