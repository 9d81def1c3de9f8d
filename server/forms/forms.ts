import { formatDateTime } from '#domain/moments.ts'
import { checkDefinition } from '#domain/form/check-definition.ts'
import { type FormDefinition, placeOfProblem } from '#domain/form/definition.ts'
import { canChangeType } from '#domain/form/form.ts'
import { differencesOf } from '#domain/form/difference/difference.ts'
import { withOwnSettings } from '#domain/form/editing/edit-definition.ts'
import { withOwnTranslations } from '#domain/form/translation.ts'
import { incorrectCode } from '#domain/pep.ts'
import { askPep, type Pep, type PepReply } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import type { Call } from '#server/platform/serve.ts'
import { resultsOf } from '#server/submissions/submissions.ts'

import { getSubmission } from './form-submissions.sql.ts'
import {
  changeForm,
  type ConfirmedPlace,
  deleteForm,
  type FormChange,
  insertForm,
  insertVersion,
  isEverSent,
  isInSeries,
  type LockedForm,
  lockForm,
  type NewForm,
  setArchived,
} from './form-rows.sql.ts'
import { getFormVersion } from './form-versions.sql.ts'
import { getForm } from './forms.sql.ts'

export { type LiveFormWithTexts, findFormReminders, findLiveForm, listFormChoices, listFormReminders } from './forms.sql.ts'
export { answersCopyDocument, answersCopyFile, countDownload, makeFormPdf } from './files/download-form.ts'
export { getFormVersion } from './form-versions.sql.ts'

type FormWanted = Omit<NewForm, 'draft'> & { draft?: NewForm['draft'] | undefined }

export async function createForm(ctx: Context, { draft = { questions: [] }, ...form }: FormWanted) {
  const id = await insertForm(ctx, { ...form, draft })
  await audit(ctx, 'formCreated', { subjectId: id, detail: { title: form.title } })
  return getForm(ctx, id)
}

/** The changes of a form with what the PEP says about a new code. Throws a field problem for a code that the PEP does not know (FORM-4). */
export async function withPepPlace(call: Pick<Call, 'services' | 'organisationId'>, change: FormUpdate): Promise<FormUpdate> {
  const { pepCode } = change
  if (!pepCode) return change
  const reply = await askPep(call, (pep) => confirm(pep, pepCode))
  // A PEP that does not answer must not stop the user, so the code is kept without its confirmation.
  if ('failure' in reply) return { ...change, pepPlace: null }
  if (!reply.answer) throw fieldProblem('pepCode', incorrectCode)
  const { code, ...pepPlace } = reply.answer
  return { ...change, pepCode: code, pepPlace }
}

async function confirm(pep: Pep, code: string): Promise<PepReply<(ConfirmedPlace & { code: string }) | undefined>> {
  const reply = await pep.findPlace(code)
  return 'failure' in reply ? reply : { answer: reply.answer && { ...reply.answer, address: pep.address } }
}

export type FormUpdate = FormChange & { draftRevision?: number | undefined; archived?: boolean | undefined }

/**
 * Compare-and-set on the revision, so that nobody overwrites another user's changes. Restoring comes first, so that one call can restore
 * and change.
 */
export async function updateForm(ctx: Context, id: string, { draftRevision, archived, ...change }: FormUpdate) {
  const form = await lockForm(ctx, id)
  if (!form) throw new Problem('not_found')
  if (draftRevision !== undefined) refuseStaleDraft(ctx, form, draftRevision)

  const { pepPlace: _confirmed, ...given } = change
  const changed = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (changed.length > 0) {
    if (form.isArchived && archived !== false) throw new Problem('conflict', 'This form is archived. Restore it to change it.')
    if (change.type !== undefined) refuseTypeOfPublished(form, change.type)
    await changeForm(ctx, id, change)
    await audit(ctx, 'formUpdated', { subjectId: id, detail: { title: change.title ?? form.title, changed } })
  }
  if (archived !== undefined && archived !== form.isArchived) {
    await setArchived(ctx, id, archived)
    await audit(ctx, archived ? 'formArchived' : 'formRestored', { subjectId: id, detail: { title: change.title ?? form.title } })
  }
  return getForm(ctx, id)
}

function refuseTypeOfPublished({ liveVersion, type }: LockedForm, wanted: string) {
  if (liveVersion === null || canChangeType(type, wanted)) return
  const message =
    type === 'waiting_list'
      ? 'A published waiting-list form keeps its type. Copy the form to use another type.'
      : 'A published form cannot become a waiting-list form. Copy the form to use this type.'
  throw new Problem('invalid_request', message, [{ field: 'type', message }])
}

/** Throws a conflict that names who saved the form meanwhile, and when. */
export function refuseStaleDraft({ actor }: Context, { draftRevision, editedById, editedAt, editorName }: LockedForm, revision: number) {
  if (draftRevision === revision) return
  const who = editedById === actor.id ? 'You' : (editorName ?? 'Someone')
  const where = editedById === actor.id ? ' in another window' : ''
  throw new Problem('conflict', `${who} changed this form${where} on ${formatDateTime(editedAt)}. Your changes have not been saved.`)
}

type Publication = { changeNotes: string; draftRevision: number }

/** Publishes the given revision of the draft as the next version, which never changes. */
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

const withOwnOnly = (draft: FormDefinition): FormDefinition =>
  withOwnTranslations({ ...draft, questions: draft.questions.map(withOwnSettings) })

function refuseFaults({ draft }: LockedForm) {
  const faults = checkDefinition(draft)
  if (faults.length === 0) return
  throw new Problem(
    'invalid_request',
    faults[0]?.field === 'questions' ? faults[0].message : undefined,
    faults.map((fault) => ({ field: placeOfProblem(draft, fault), message: fault.message })),
  )
}

/** Deletes a form that was never sent. A form that was sent is kept for ever. */
export async function removeForm(ctx: Context, id: string) {
  const form = await lockForm(ctx, id)
  if (!form) throw new Problem('not_found')
  if (await isEverSent(ctx, id))
    throw new Problem('conflict', 'This form has been sent to patients, so it cannot be deleted. You can archive it instead.')
  if (await isInSeries(ctx, id))
    throw new Problem('conflict', 'A series sends this form, so it cannot be deleted. You can archive it instead.')
  await deleteForm(ctx, id)
  await audit(ctx, 'formDeleted', { subjectId: id, detail: { title: form.title } })
  return { done: true as const }
}

/** The audit event needs the patient and the request, because the address names only the form. */
export async function readSubmission(ctx: Context, formId: string, submissionId: string) {
  const response = await getSubmission(ctx, formId, submissionId)
  await audit(ctx, 'formRequestRead', { subjectId: response.requestId, patientId: response.patient.id })
  return { ...response, ...(await resultsOf(ctx, [response.requestId]))(response.requestId) }
}

type Which = { id: string; version: number }

/** Patients get the live version until the draft is published. */
export async function restoreVersion(ctx: Context, { id, version }: Which, draftRevision: number) {
  const [form, { title, description, definition }] = [await getForm(ctx, id), await getFormVersion(ctx, id, version)]
  const isSame = differencesOf({ ...form, definition: form.draft }, { title, description, definition }).length === 0
  if (isSame && form.draftRevision === draftRevision) throw new Problem('conflict', `The draft is already the same as version ${version}.`)
  const restored = await updateForm(ctx, id, { title, description, draft: definition, draftRevision })
  await audit(ctx, 'formVersionRestored', { subjectId: id, detail: { title, version } })
  return restored
}
