import type { SavedView } from '#contract/worklist.ts'
import { maxSavedViews } from '#domain/worklists.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'

import { getMyView, insertView, listMyViews, setNoDefault, setView, type Content, type SomeContent } from './saved-views.sql.ts'

/** Creates a view or changes the given fields of one: its name, filters or whether it is the default. */
export async function saveView(ctx: Context, content: Content): Promise<SavedView>
export async function saveView(ctx: Context, content: SomeContent, id: string): Promise<SavedView>
export async function saveView(ctx: Context, content: SomeContent, id?: string) {
  // The lock makes the second of two simultaneous calls see the first, so that no name is used twice and the limit holds.
  await lockKeys(ctx, [`views of ${ctx.actor.id}`])
  const views = await listMyViews(ctx)
  const isNew = id === undefined
  if (!isNew && !views.some((view) => view.id === id)) throw new Problem('not_found')
  if (isNew && views.length >= maxSavedViews)
    throw new Problem('conflict', `You have ${maxSavedViews} saved views. Delete a view that you no longer need.`)
  const sameName = views.find((view) => view.id !== id && view.name.toLowerCase() === content.name?.toLowerCase())
  if (sameName) throw fieldProblem('name', 'You already have a view with this name.')
  if (content.isDefault) await setNoDefault(ctx)
  if (!isNew) await setView(ctx, id, content)
  return getMyView(ctx, isNew ? await insertView(ctx, content as Content, views.length + 1) : id) // a new view has all fields, see the first signature
}
