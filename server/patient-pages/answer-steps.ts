import type { FastifyRequest } from 'fastify'

import { askedField, csrfField, type Leave, leaveField } from '#contract/pages.ts'
import { checkAnswer, checkAnswers, postedAnswer } from '#domain/form/answers.ts'
import type { Question } from '#domain/form/definition.ts'
import { isAsked, progressAt, resumePage, sectionOf, visiblePages, visibleQuestions } from '#domain/form/path.ts'
import type { PostedFields } from '#domain/form/question-type.ts'
import { type Answer, isUnanswered } from '#domain/form/question.ts'
import type { Context } from '#server/platform/context.ts'
import { completeRequest, flagRequest } from '#server/requests/requests.ts'
import { insertSubmission, keepResults, saveDraft } from '#server/submissions/submissions.ts'

import { type Assignment, lockDraft } from './assignments.sql.ts'
import { endSession, leaveFormPage } from './leave.ts'
import { notice, type PageRequest, type PageResult } from './page-request.ts'
import { csrfProof, isCrossSite, isProof } from './patient-cookie.ts'
import { crossSitePost, linkUnavailable } from './unavailable-link.ts'

type Inside = PageRequest & { secret: string }

const pagesOf = ({ assignment: { definition, answers } }: PageRequest) => visiblePages(definition, answers)

/** The number of the first page not reached, counted from 1. One more than the number of pages if all were reached. */
function firstOpen(visit: PageRequest) {
  const { definition, answers } = visit.assignment
  const open = resumePage(definition, answers)
  return open ? pagesOf(visit).findIndex(({ id }) => id === open.id) + 1 : pagesOf(visit).length + 1
}

const addressOf = ({ base }: PageRequest, number: number, isChange = false) => `${base}/question/${number}${isChange ? '?change=yes' : ''}`

const isAllReached = (visit: PageRequest) => firstOpen(visit) > pagesOf(visit).length

/** The page where a patient continues: the first question not reached, else the check page. */
const nextStepPath = (visit: PageRequest, isChange = false) =>
  isAllReached(visit) ? `${visit.base}/check-answers` : addressOf(visit, firstOpen(visit), isChange)

/** A patient without answers sees the introduction first, if the form has one. */
export const firstStepPath = (visit: PageRequest) => {
  const { answers, formDescription } = visit.assignment
  return Object.keys(answers).length === 0 && formDescription.trim() !== '' ? startOf(visit) : nextStepPath(visit)
}
const startOf = ({ base }: PageRequest) => `${base}/start`

export const startPage = (visit: PageRequest) =>
  inside(visit, (visit) => {
    const { formTitle, formDescription: description } = visit.assignment
    if (description.trim() === '') return { to: nextStepPath(visit) }
    return { page: { kind: 'start', formTitle, description, next: nextStepPath(visit), leave: leaveFormPage(visit, visit.secret) } }
  })

/** Continues only after the identity step and while the request is open; otherwise redirects to the start of the link. */
async function inside(visit: PageRequest, work: (visit: Inside) => PageResult | Promise<PageResult>): Promise<PageResult> {
  const { secret, assignment, base } = visit
  if (!secret || linkUnavailable(assignment)) return { to: base }
  return work({ ...visit, secret })
}

const posted = (visit: PageRequest, request: FastifyRequest, work: (visit: Inside, fields: PostedFields) => Promise<PageResult>) =>
  inside(visit, (visit) => {
    const fields = (request.body ?? {}) as PostedFields
    const isOurs = !isCrossSite(request) && isProof(visit.ctx.services.keys, visit.secret, fields[csrfField])
    return isOurs ? work(visit, fields) : notice(crossSitePost, visit.base)
  })

/**
 * The page of the address, but not beyond the first page not reached. A posted page names its question, because an answer given meanwhile
 * may have changed the numbers.
 */
function asked(visit: PageRequest, request: FastifyRequest, named?: unknown) {
  const number =
    typeof named === 'string'
      ? pagesOf(visit).findIndex(({ id }) => id === named) + 1
      : Number((request.params as { number: string }).number)
  const question = number <= firstOpen(visit) ? pagesOf(visit)[number - 1] : undefined
  const isChange = (request.query as { change?: unknown }).change === 'yes'
  return question && { question, number, isChange }
}

export const questionPage = (visit: PageRequest, request: FastifyRequest) =>
  inside(visit, (visit) => {
    const found = asked(visit, request)
    if (!found) return { to: nextStepPath(visit) }
    return pageOf(visit, { ...found, value: visit.assignment.answers[found.question.id] })
  })

type PageOf = { question: Question; number: number; isChange: boolean; value: Answer | undefined; error?: string }

function pageOf(visit: Inside, { question, number, isChange, value, error }: PageOf): PageResult {
  const { definition, answers } = visit.assignment
  const isToCheck = isChange && isAllReached(visit)
  const back = isToCheck ? `${visit.base}/check-answers` : number > 1 ? addressOf(visit, number - 1, isChange) : undefined
  return {
    status: error === undefined ? 200 : 422,
    page: {
      kind: 'question',
      question,
      value,
      error,
      section: sectionOf(definition, question.id)?.title,
      progress: progressAt(definition, answers, question),
      back,
      ...posting(visit, addressOf(visit, number, isChange)),
    },
  }
}

const posting = ({ ctx, secret }: Inside, action: string) => ({ action, csrf: csrfProof(ctx.services.keys, secret) })

/** Each page is saved by itself, so that nothing is lost when the patient stops (PTN-3). */
export const answerQuestion = (visit: PageRequest, request: FastifyRequest) =>
  posted(visit, request, async (visit, fields) => {
    const found = asked(visit, request, fields[askedField])
    const leave = fields[leaveField] as Leave | undefined // any other value counts as the first
    if (leave === 'without the answer') return endSession(visit, visit.secret)
    if (!found) return { to: nextStepPath(visit) }
    if (leave && isUnanswered(postedAnswer(found.question, fields))) return endSession(visit, visit.secret)
    const saved = await saveAnswer(visit.ctx, visit.assignment, found.question, fields)
    if (!saved.isSaved)
      return saved.error === undefined ? { to: visit.base } : pageOf(visit, { ...found, value: saved.answer, error: saved.error })
    if (leave) return endSession(visit, visit.secret)
    // The answer may change the path, so the next page is chosen with it.
    const { assignment } = visit
    const after = { ...visit, assignment: { ...assignment, answers: { ...assignment.answers, [found.question.id]: saved.answer } } }
    const isLast = found.number >= pagesOf(after).length
    // A changed answer leads to the questions that it opens, then back to the check page.
    return { to: found.isChange || isLast ? nextStepPath(after, found.isChange) : addressOf(visit, found.number + 1) }
  })

export const checkAnswersPage = (visit: PageRequest) =>
  inside(visit, (visit) => {
    const { definition, answers, formTitle } = visit.assignment
    if (resumePage(definition, answers)) return { to: nextStepPath(visit) }
    const back = addressOf(visit, pagesOf(visit).length)
    const { base } = visit
    return {
      page: {
        kind: 'check-answers',
        formTitle,
        definition,
        answers,
        base,
        back,
        leave: leaveFormPage(visit, visit.secret),
        ...posting(visit, `${base}/check-answers`),
      },
    }
  })

/** Sends the answers once. Every press ends at the confirmation. */
export async function send(visit: PageRequest, request: FastifyRequest): Promise<PageResult> {
  if (visit.secret && visit.assignment.status === 'completed') return { to: `${visit.base}/confirmation` }
  return posted(visit, request, async (visit) => {
    const result = await submitAnswers(visit.ctx, visit.assignment)
    if (result === 'incomplete') return { to: nextStepPath(visit) }
    return { to: result === 'sent' ? `${visit.base}/confirmation` : visit.base }
  })
}

type Saved = { isSaved: true; answer: Answer } | { isSaved: false; answer: Answer; error: string | undefined }

/** Saves the answer to one page, or returns its error. Without an error, the answer was not saved because the request has ended. */
async function saveAnswer(
  ctx: Context,
  { requestId, definition, answers }: Assignment,
  question: Question,
  fields: PostedFields,
): Promise<Saved> {
  const answer = storable(postedAnswer(question, fields))
  const error = isAsked(question) ? checkAnswer(question, answer) : undefined
  if (error !== undefined) return { isSaved: false, answer, error }
  const next = resumePage(definition, { ...answers, [question.id]: answer })
  const isSaved = await saveDraft(ctx, requestId, { questionId: question.id, answer, stoppedAt: next?.id ?? null })
  return isSaved ? { isSaved, answer } : { isSaved, answer, error: undefined }
}

// PostgreSQL cannot store a null byte in a text.
const storable = (answer: Answer): Answer => (typeof answer === 'string' ? clean(answer) : answer.map(clean))
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

/** Submits the answers, once. Returns 'incomplete' if a question still needs an answer. */
async function submitAnswers(
  ctx: Context,
  { requestId, formId, formVersion, definition }: Assignment,
): Promise<'sent' | 'incomplete' | 'not open'> {
  const answers = await lockDraft(ctx, requestId)
  if (!answers) return 'not open'
  if (checkAnswers(definition, answers).length > 0) return 'incomplete'
  const completed = await completeRequest(ctx, requestId)
  if (!completed) return 'not open'
  // Answers to questions that are no longer asked are left out. Every question asked has an entry, which may be empty.
  const visibleAnswers = Object.fromEntries(visibleQuestions(definition, answers).map(({ id }) => [id, answers[id] ?? '']))
  await insertSubmission(ctx, { requestId, formId, formVersion, answers: visibleAnswers })
  const { isFlagged } = await keepResults(ctx, { requestId, patientId: completed.patientId, definition, answers: visibleAnswers })
  if (isFlagged) await flagRequest(ctx, requestId)
  return 'sent'
}
