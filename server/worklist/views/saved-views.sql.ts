import { sql } from 'kysely'

import { SavedView } from '#contract/worklist.ts'
import { RequestFilters } from '#contract/request-filters.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { Problem } from '#server/platform/problem.ts'

export type Content = Omit<SavedView, 'id' | 'sharedBy' | 'isShared'>
/** Only the given fields of a changed view. */
export type SomeContent = { [K in keyof Content]?: Content[K] | undefined }

const selectVisible = ({ tx, actor, organisationId }: Context) =>
  tx
    .selectFrom('saved_views as v')
    .innerJoin('members as m', (join) => join.onRef('m.organisation_id', '=', 'v.organisation_id').onRef('m.id', '=', 'v.member_id'))
    .select(['v.id', 'v.name', 'v.filters', 'v.sort', 'v.page_size', 'v.is_default', 'v.is_shared', 'm.first_name', 'm.last_name'])
    .select((e) => e('v.member_id', '=', actor.id).as('is_own'))
    .where('v.organisation_id', '=', organisationId)
    .where((e) => e.or([e('v.member_id', '=', actor.id), e('v.is_shared', '=', true)]))

type Row = Awaited<ReturnType<ReturnType<typeof selectVisible>['executeTakeFirstOrThrow']>>

/** Filters of an older version that this version does not have are left out. */
const toView = (row: Row): SavedView => ({
  id: row.id,
  name: row.name,
  filters: RequestFilters.catch({}).parse(row.filters),
  sort: SavedView.shape.sort.catch(undefined).parse(row.sort || undefined),
  limit: row.page_size,
  isDefault: row.is_own === true && row.is_default, // of another member it is theirs
  isShared: row.is_shared,
  sharedBy: row.is_own ? null : `${row.first_name} ${row.last_name}`,
})

/** The member's own views in their order, then those that others share, by name. */
export async function listViews(ctx: Context) {
  const rows = await selectVisible(ctx).orderBy('v.position').orderBy('v.created_at').orderBy('v.id').execute()
  const views = rows.map(toView)
  const shared = views.filter(({ sharedBy }) => sharedBy !== null)
  return [
    ...views.filter(({ sharedBy }) => sharedBy === null),
    ...shared.toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB')),
  ]
}

/** Throws not_found. */
export async function getView(ctx: Context, id: string) {
  const row = await selectVisible(ctx).where('v.id', '=', id).executeTakeFirst()
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

export async function insertView(
  { tx, actor }: Context,
  content: Content,
  { position, isShared }: { position: number; isShared: boolean },
) {
  const { id } = await tx
    .insertInto('saved_views')
    .values({ ...rowOf(content), name: content.name, member_id: actor.id!, position, is_shared: isShared })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function setView({ tx }: Context, id: string, content: SomeContent) {
  const row = rowOf(content)
  if (Object.keys(row).length === 0) return
  await tx.updateTable('saved_views').set(row).where('id', '=', id).execute()
}

export const setShared = ({ tx }: Context, id: string, isShared: boolean) =>
  tx.updateTable('saved_views').set({ is_shared: isShared }).where('id', '=', id).execute()

/** A member has at most one default view. */
export const setNoDefault = ({ tx, actor }: Context) =>
  tx.updateTable('saved_views').set({ is_default: false }).where('member_id', '=', actor.id).where('is_default', '=', true).execute()

export const deleteView = ({ tx }: Context, id: string) => tx.deleteFrom('saved_views').where('id', '=', id).execute()

export async function setOrder({ tx, actor }: Context, ids: readonly string[]) {
  await sql`update saved_views set position = coalesce(array_position(${ids}::uuid[], id), ${ids.length + 1})
    where ${ofThisOrganisation('saved_views')} and member_id = ${actor.id}::uuid`.execute(tx)
}
