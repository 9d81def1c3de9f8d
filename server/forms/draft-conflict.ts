import { formatDateTime } from '#domain/dates.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import type { LockedForm } from './form-rows.sql.ts'

/** Refuses to write over what somebody saved meanwhile, and says who and when. */
export function refuseStaleDraft({ actor }: Context, { draftRevision, editedById, editedAt, editorName }: LockedForm, revision: number) {
  if (draftRevision === revision) return
  const who = editedById === actor.id ? 'You' : (editorName ?? 'Someone')
  const where = editedById === actor.id ? ' in another window' : ''
  throw new Problem('conflict', `${who} changed this form${where} on ${formatDateTime(editedAt)}. Your changes have not been saved.`)
}
