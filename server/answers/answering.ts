import type { AnswerDraft, Answering, answeringRoutes } from '#contract/answering.ts'
import type { Input } from '#contract/route.ts'
import { answeringIdleMinutes, type IdentityDetail, identityDetailLabels, recentChangeHours } from '#domain/answering.ts'
import { answerText, typedAnswer } from '#domain/form/answers.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { insertEvents } from '#server/timeline/timeline.ts'

import { saveAnswer, submitAnswers } from './answers.ts'
import { findAskedForm, findSession, insertSession, touchSession, type AnsweringSession, type AskedForm } from './answering.sql.ts'
import { findOpenDraft, findSavers } from './drafts.sql.ts'

/** What a user needs to answer for a patient. Saved answers are shown only after an identity check. */
export async function getAnswering(ctx: Context, id: string): Promise<Answering> {
  const asked = await getAskedForm(ctx, id)
  const session = await findSession(ctx, id, memberOf(ctx))
  const { requestId, status, patient, details, title, description, formVersion: version, definition } = asked
  const ended = endedReason(asked) ?? null
  const draft = ended === null && session ? await readDraft(ctx, id) : null
  return { requestId, status, patient, details, ended, form: { title, description, version, definition }, session: session ?? null, draft }
}

/** What others have saved since a revision. Null if nothing. */
export async function readChanges(ctx: Context, { params: { id }, query }: Input<typeof answeringRoutes.changes>) {
  const asked = await getAskedForm(ctx, id)
  const ended = endedReason(asked) ?? null
  if (ended !== null) return { ended, draft: null }
  await mustBeChecked(ctx, id, query.session)
  const draft = await readDraft(ctx, id)
  if (draft.revision === query.since) return { ended, draft: null }
  await audit(ctx, 'formRequestAnswersRead', { subjectId: id, patientId: asked.patient.id })
  return { ended, draft }
}

/** Records the identity check, also if the link is locked. The form request counts as opened only when the answers are sent. */
export async function startAnswering(ctx: Context, { params: { id }, body }: Input<typeof answeringRoutes.start>): Promise<Answering> {
  const asked = await getAskedForm(ctx, id)
  mustBeOpen(asked)
  mustBeOnRecord(asked, body.checked)
  mustBeOlder(asked, body.checked)
  const { channel, answeredBy } = body
  const checkedDetails = [...new Set(body.checked)]
  const isCarer = answeredBy === 'carer'
  await insertSession(ctx, {
    requestId: id,
    memberId: memberOf(ctx),
    channel,
    answeredBy,
    carerName: isCarer ? body.carerName : '',
    carerRelationship: isCarer ? body.carerRelationship : '',
    checkedDetails,
  })
  const detail = { channel, answeredBy, checked: checkedDetails }
  await insertEvents(ctx, [id], 'answering_started', detail)
  await audit(ctx, 'formRequestAnsweringStarted', { subjectId: id, patientId: asked.patient.id, detail })
  return getAnswering(ctx, id)
}

/** Saves one answer. Answers that somebody else saved meanwhile are not replaced. */
export async function saveAnswerFor(ctx: Context, { params: { id }, body }: Input<typeof answeringRoutes.save>): Promise<AnswerDraft> {
  const { asked, session } = await underWay(ctx, id, body.session)
  const question = asked.definition.questions.find((one) => one.id === body.question)
  if (!question) throw new Problem('not_found', 'This question is not part of the form.')
  const draft = await findOpenDraft(ctx, id)
  const form = { requestId: id, definition: asked.definition, answers: draft?.answers ?? {} }
  const saved = await saveAnswer(ctx, form, { question, answer: typedAnswer(question, body.answer), replaces: body.replaces })
  if (saved.outcome === 'not open') throw new Problem('answering_ended', endedReason(await getAskedForm(ctx, id)))
  if (saved.outcome === 'invalid') throw fieldProblem(question.id, saved.error)
  if (saved.outcome === 'changed') {
    const isEmpty = saved.saved === undefined || answerText(question, saved.saved) === ''
    throw new Problem('answer_changed', isEmpty ? 'This answer was cleared by another person.' : 'Another person has changed this answer.')
  }
  if (!(await touchSession(ctx, session.id))) throw checkNeeded()
  return readDraft(ctx, id)
}

/** Sends the answers that the user checked, once. */
export async function sendAnswersFor(ctx: Context, { params: { id }, body }: Input<typeof answeringRoutes.send>) {
  const { asked, session } = await underWay(ctx, id, body.session)
  const by = { ...session, typedBy: memberOf(ctx) }
  const result = await submitAnswers(ctx, { ...asked, revision: body.revision, by })
  switch (result.outcome) {
    case 'sent':
      return { redFlags: result.redFlags }
    case 'not open':
      throw new Problem('answering_ended', endedReason(await getAskedForm(ctx, id)))
    case 'changed':
      throw new Problem('answer_changed', 'Some answers have changed since you checked them. Nothing was sent. Check the answers again.')
    case 'incomplete':
      throw new Problem(
        'invalid_request',
        'Some questions still need an answer.',
        result.problems.map(({ question, message }) => ({ field: question, message })),
      )
  }
}

/** The form and the identity check of a call in progress. */
async function underWay(ctx: Context, id: string, sessionId: string): Promise<{ asked: AskedForm; session: AnsweringSession }> {
  const asked = await getAskedForm(ctx, id)
  mustBeOpen(asked)
  return { asked, session: await mustBeChecked(ctx, id, sessionId) }
}

async function mustBeChecked(ctx: Context, id: string, sessionId: string) {
  const session = await findSession(ctx, id, memberOf(ctx), sessionId)
  if (session) return session
  throw checkNeeded()
}

const checkNeeded = () =>
  new Problem(
    'identity_check_needed',
    `No answer was saved for ${answeringIdleMinutes} minutes, or the patient’s record was merged or its merge undone. Check again who gives the answers. What you typed is kept on this screen.`,
  )

async function getAskedForm(ctx: Context, id: string) {
  const asked = await findAskedForm(ctx, id)
  if (!asked) throw new Problem('not_found')
  return asked
}

function mustBeOpen(asked: AskedForm) {
  const reason = endedReason(asked)
  if (reason !== undefined) throw new Problem('answering_ended', reason)
}

/** Only the details on the record can be right. */
function mustBeOnRecord({ patient, details }: AskedForm, checked: readonly IdentityDetail[]) {
  const missing = checked.some(
    (detail) =>
      (detail === 'nhsNumber' && patient.nhsNumber === null) ||
      (detail === 'address' && details.address === '') ||
      (detail === 'phoneNumber' && details.phoneNumber === ''),
  )
  if (missing) throw fieldProblem('checked', 'Tick only details that are on the patient’s record.')
}

/** A person who has just had a detail changed knows it without being the patient. */
function mustBeOlder({ details: { recent } }: AskedForm, checked: readonly IdentityDetail[]) {
  const [detail] = recent.filter((one) => checked.includes(one))
  if (detail !== undefined)
    throw fieldProblem(
      'checked',
      `${identityDetailLabels[detail]} was changed less than ${recentChangeHours} hours ago, so it does not count. Ask for another detail.`,
    )
}

/** Why no answer can be given, in words for users. Undefined while the form request is open. */
function endedReason({ status, completedAt, expiresAt, typist }: AskedForm): string | undefined {
  if (status === 'sent_in_error') return 'The form request was marked as sent in error, so no answers can be sent.'
  if (completedAt !== null)
    return typist === undefined ? 'The patient has already sent their answers.' : `${typist} has already sent the answers.`
  if (status === 'closed' || status === 'auto_closed')
    return 'The form request is closed, so no answers can be sent. Reopen the form request first.'
  // Also checks the time, because the worker ends overdue requests only every ten minutes.
  if (status === 'expired' || new Date(expiresAt) <= new Date())
    return 'The form request has expired, so no answers can be sent. Reopen the form request first.'
  return undefined
}

async function readDraft(ctx: Context, id: string): Promise<AnswerDraft> {
  const draft = await findOpenDraft(ctx, id)
  const answers = Object.fromEntries(
    Object.entries(draft?.answers ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
  return { answers, savedBy: await findSavers(ctx, id), revision: draft?.revision ?? 0 }
}

/** Only members reach these routes. */
function memberOf({ actor }: Context) {
  if (actor.id === null) throw new Error('Only a member answers for a patient')
  return actor.id
}
