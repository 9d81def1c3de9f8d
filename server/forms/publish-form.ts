import { checkDefinition } from '#domain/form/check-definition.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { withOwnSettings } from '#domain/form/editing/edit-definition.ts'
import { placeOfProblem } from '#domain/form/form-problem.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { refuseStaleDraft } from './draft-conflict.ts'
import { insertVersion, lockForm, type LockedForm } from './form-rows.sql.ts'
import { getForm } from './forms.sql.ts'

type Publication = { changeNotes: string; draftRevision: number }

/** Makes the draft that was looked at the form's next version, which nobody can change any more. */
export async function publishForm(ctx: Context, id: string, { changeNotes, draftRevision }: Publication) {
  const form = await lockForm(ctx, id)
  if (!form) throw new Problem('not_found')
  refuseStaleDraft(ctx, form, draftRevision)
  if (form.isArchived) throw new Problem('conflict', 'This form is archived. Restore it to publish it.')
  refuseFaults(form)
  const before = await getForm(ctx, id)
  if (before.version !== null && !before.isChanged) throw new Problem('conflict', `Nothing has changed since version ${before.version}.`)

  const version = await insertVersion(ctx, { ...form, draft: withOwnOnly(form.draft) }, changeNotes)
  await audit(ctx, 'formPublished', { subjectId: id, detail: { title: form.title, version } })
  return getForm(ctx, id)
}

const withOwnOnly = (draft: FormDefinition): FormDefinition => ({ ...draft, questions: draft.questions.map(withOwnSettings) })

function refuseFaults({ draft }: LockedForm) {
  const faults = checkDefinition(draft)
  if (faults.length === 0) return
  throw new Problem(
    'invalid_request',
    faults[0]?.field === 'questions' ? faults[0].message : undefined,
    faults.map((fault) => ({ field: placeOfProblem(draft, fault), message: fault.message })),
  )
}
