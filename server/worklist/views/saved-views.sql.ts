import { sql } from 'kysely'

import { SavedView } from '#contract/worklist.ts'
import { RequestFilters } from '#contract/request-filters.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

export type Content = Omit<SavedView, 'id'>
/** Only the given fields of a changed view. */
export type SomeContent = { [K in keyof Content]?: Content[K] | undefined }

const selectMine = ({ tx, actor }: Context) =>
  tx.selectFrom('saved_views').select(['id', 'name', 'filters', 'sort', 'page_size', 'is_default']).where('member_id', '=', actor.id)

type Row = Awaited<ReturnType<ReturnType<typeof selectMine>['executeTakeFirstOrThrow']>>

/** Filters of an older version that this version does not have are left out. */
const toView = (row: Row): SavedView => ({
  id: row.id,
  name: row.name,
  filters: RequestFilters.catch({}).parse(row.filters),
  sort: SavedView.shape.sort.catch(undefined).parse(row.sort || undefined),
  limit: row.page_size,
  isDefault: row.is_default,
})

export async function listMyViews(ctx: Context) {
  const rows = await selectMine(ctx).orderBy('position').orderBy('created_at').orderBy('id').execute()
  return rows.map(toView)
}

/** Throws not_found. */
export async function getMyView(ctx: Context, id: string) {
  const row = await selectMine(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toView(row)
}

const rowOf = ({ name, filters, sort, limit, isDefault }: SomeContent) => ({
  ...(name !== undefined && { name }),
  ...(filters && { filters: JSON.stringify(filters) }),
  ...(sort && { sort }),
  ...(limit !== undefined && { page_size: limit }),
  ...(isDefault !== undefined && { is_default: isDefault }),
})

export async function insertView({ tx, actor }: Context, content: Content, position: number) {
  const { id } = await tx
    .insertInto('saved_views')
    .values({ ...rowOf(content), name: content.name, member_id: actor.id!, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setView({ tx, actor }: Context, id: string, content: SomeContent) {
  const row = rowOf(content)
  if (Object.keys(row).length === 0) return
  await tx.updateTable('saved_views').set(row).where('id', '=', id).where('member_id', '=', actor.id).execute()
}

/** There is at most one default view. */
export const setNoDefault = ({ tx, actor }: Context) =>
  tx.updateTable('saved_views').set({ is_default: false }).where('member_id', '=', actor.id).where('is_default', '=', true).execute()

export const deleteView = ({ tx, actor }: Context, id: string) =>
  tx.deleteFrom('saved_views').where('id', '=', id).where('member_id', '=', actor.id).execute()

export async function setOrder({ tx, actor }: Context, ids: readonly string[]) {
  await sql`update saved_views set position = coalesce(array_position(${ids}::uuid[], id), ${ids.length + 1}) where member_id = ${actor.id}::uuid`.execute(
    tx,
  )
}
