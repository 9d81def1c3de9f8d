import type { Draft } from '#contract/own-account.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { deleteDraft, listSealedDrafts, upsertDraft } from './drafts.sql.ts'

type Place = { screen: string; form: string }

/** Drafts are stored in the member's own organisation, wherever they act, with a key of their own. */
function ownOf({ tx, actor }: Context) {
  if (actor.id === null) throw new Problem('not_permitted')
  return { tx, memberId: actor.id, purpose: `draft/${actor.id}` }
}

export async function saveDraft(ctx: Context, { content, ...place }: Place & { content: string }) {
  const own = ownOf(ctx)
  await upsertDraft(own, place, ctx.services.keys.seal(Buffer.from(content), own.purpose))
}

export const discardDraft = (ctx: Context, place: Place) => deleteDraft(ownOf(ctx), place)

export async function listDrafts(ctx: Context): Promise<Draft[]> {
  const own = ownOf(ctx)
  const rows = await listSealedDrafts(own)
  return rows.map(({ screen, form, sealed, kept_at }) => ({
    screen,
    form,
    content: ctx.services.keys.unseal(sealed, own.purpose).toString(),
    keptAt: kept_at,
  }))
}
