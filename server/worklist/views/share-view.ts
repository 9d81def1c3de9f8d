import type { SavedView } from '#contract/worklist.ts'
import { filtersOfOnePatient, maxSavedViews } from '#domain/worklists.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { createView, findOwn, isOwn, isSameName, lockViews, requireFreeName } from './save-view.ts'
import { getView, setNoDefault, setShared, setView, type Content, type SomeContent } from './saved-views.sql.ts'

/** Creates a view that everyone in the organisation sees. */
export async function createSharedView(ctx: Context, content: Content) {
  const views = await lockViews(ctx)
  requireFreeName(views, { name: content.name })
  requireSharable(views, content)
  if (content.isDefault) await setNoDefault(ctx)
  return recorded(ctx, await createView(ctx, content, { views, isShared: true }))
}

/** Changes the given fields of a view that anyone shares. */
export async function changeSharedView(ctx: Context, id: string, content: Omit<SomeContent, 'isDefault'>) {
  const views = await lockViews(ctx)
  const before = findShared(views, id)
  if (isOwn(before)) requireFreeName(views, { id, name: content.name })
  requireSharable(views, { ...before, ...content, name: content.name ?? before.name, filters: content.filters ?? before.filters })
  await setView(ctx, id, content)
  return recorded(ctx, id)
}

export async function shareView(ctx: Context, id: string) {
  const views = await lockViews(ctx)
  requireSharable(views, findOwn(views, id))
  await setShared(ctx, id, true)
  return recorded(ctx, id)
}

export async function stopSharing(ctx: Context, id: string) {
  findShared(await lockViews(ctx), id)
  await setShared(ctx, id, false)
  await audit(ctx, 'sharedViewRemoved', { subjectId: id })
}

async function recorded(ctx: Context, id: string) {
  await audit(ctx, 'sharedViewSaved', { subjectId: id })
  return getView(ctx, id)
}

function findShared(views: readonly SavedView[], id: string) {
  const view = views.find((one) => one.id === id && one.isShared)
  if (!view) throw new Problem('not_found')
  return view
}

/** Throws a Problem if the view names a patient, its name is taken or there are as many shared views as there can be. */
function requireSharable(views: readonly SavedView[], { id, name, filters }: Pick<Content, 'name' | 'filters'> & { id?: string }) {
  if (filtersOfOnePatient.some((filter) => filters[filter] !== undefined))
    throw fieldProblem('filters', 'A view with a search or of one patient cannot be shared. Remove it from the filters first.')
  const others = views.filter((view) => view.isShared && view.id !== id)
  if (others.some((view) => isSameName(view.name, name))) throw fieldProblem('name', 'A shared view already has this name.')
  if (others.length >= maxSavedViews)
    throw new Problem('conflict', `There are ${maxSavedViews} shared views. Stop sharing one that nobody needs any longer.`)
}
