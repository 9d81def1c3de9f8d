import type { SavedView } from '#contract/worklist.ts'
import { maxSavedViews } from '#domain/worklists.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'

import { deleteView, getView, insertView, listViews, setNoDefault, setView, type Content, type SomeContent } from './saved-views.sql.ts'

/** Creates a view of the member or changes the given fields of one: its name, filters or whether it is the default. */
export async function saveView(ctx: Context, content: Content): Promise<SavedView>
export async function saveView(ctx: Context, content: SomeContent, id: string): Promise<SavedView>
export async function saveView(ctx: Context, content: SomeContent, id?: string) {
  const views = await lockViews(ctx)
  const before = id === undefined ? undefined : findOwn(views, id)
  if (before?.isShared && Object.keys(content).some((name) => name !== 'isDefault')) throw shared()
  requireFreeName(views, { id, name: content.name })
  if (content.isDefault) await setNoDefault(ctx)
  if (before) await setView(ctx, before.id, content)
  return getView(ctx, before?.id ?? (await createView(ctx, content as Content, { views, isShared: false }))) // a new view has all fields, see the first signature
}

export async function removeView(ctx: Context, id: string) {
  if (findOwn(await lockViews(ctx), id).isShared) throw shared()
  await deleteView(ctx, id)
}

const shared = () => new Problem('conflict', 'This view is shared. Stop sharing it first.')

/**
 * The views that the member sees. The locks make the second of two simultaneous calls see the first, so that no name is used twice and the
 * limits hold.
 */
export async function lockViews(ctx: Context) {
  await lockKeys(ctx, [`views of ${ctx.actor.id}`, 'shared views'])
  return listViews(ctx)
}

export const isOwn = ({ sharedBy }: SavedView) => sharedBy === null

/** Throws not_found. */
export function findOwn(views: readonly SavedView[], id: string) {
  const view = views.find((one) => one.id === id && isOwn(one))
  if (!view) throw new Problem('not_found')
  return view
}

/** Whether two names are one, for everything but some letters that only the database folds. */
export const isSameName = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase()

/** Throws a Problem if the member has another view with this name. */
export function requireFreeName(views: readonly SavedView[], { id, name }: { id?: string | undefined; name: string | undefined }) {
  if (views.some((view) => view.id !== id && isOwn(view) && isSameName(view.name, name)))
    throw fieldProblem('name', 'You already have a view with this name.')
}

/** Returns the id. Throws a Problem if the member has as many as they can have. */
export function createView(ctx: Context, content: Content, { views, isShared }: { views: readonly SavedView[]; isShared: boolean }) {
  const own = views.filter(isOwn).length
  if (own >= maxSavedViews) throw new Problem('conflict', `You have ${maxSavedViews} saved views. Delete a view that you no longer need.`)
  return insertView(ctx, content, { position: own + 1, isShared })
}
