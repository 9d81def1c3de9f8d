import type { FastifyRequest } from 'fastify'

import {
  askedField,
  changedField,
  csrfField,
  type Leave,
  leaveField,
  type QuestionError,
  replacesField,
  revisionField,
} from '#contract/pages.ts'
import { postedAnswer } from '#domain/form/answers.ts'
import type { Question } from '#domain/form/definition.ts'
import { hasStartPage, progressAt, resumePage, sectionOf, visiblePages } from '#domain/form/path.ts'
import type { PostedFields } from '#domain/form/question-type.ts'
import { type Answer, isUnanswered } from '#domain/form/question.ts'
import { saveAnswer, submitAnswers } from '#server/answers/answers.ts'

import { endSession, leaveFormPage } from './leave.ts'
import { notice, type PageRequest, type PageResult } from './page-request.ts'
import { postedLanguage } from './page-language.ts'
import { csrfProof, isCrossSite, isProof } from './patient-cookie.ts'
import { setAnswersSent } from './patient-sessions.sql.ts'
import { linkUnavailable } from './unavailable-link.ts'

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
  return Object.keys(answers).length === 0 && hasStartPage(formDescription) ? startOf(visit) : nextStepPath(visit)
}
const startOf = ({ base }: PageRequest) => `${base}/start`

export const startPage = (visit: PageRequest) =>
  inside(visit, (visit) => {
    const { formTitle, formDescription: description } = visit.assignment
    if (!hasStartPage(description)) return { to: nextStepPath(visit) }
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
    return isOurs ? work(visit, fields) : notice('cross_site_post', visit.base)
  })

/**
 * The page of the address, but not beyond the first page not reached. A posted page names its question, because an answer given meanwhile
 * may have changed the numbers, or have opened a question before it: what the patient typed is saved all the same.
 */
function asked(visit: PageRequest, request: FastifyRequest, named?: unknown) {
  const isNamed = typeof named === 'string'
  const number = isNamed ? pagesOf(visit).findIndex(({ id }) => id === named) + 1 : Number((request.params as { number: string }).number)
  const question = isNamed || number <= firstOpen(visit) ? pagesOf(visit)[number - 1] : undefined
  const isChange = (request.query as { change?: unknown }).change === 'yes'
  return question && { question, number, isChange }
}

export const questionPage = (visit: PageRequest, request: FastifyRequest) =>
  inside(visit, (visit) => {
    const found = asked(visit, request)
    if (!found) return { to: nextStepPath(visit) }
    return pageOf(visit, { ...found, value: visit.assignment.answers[found.question.id] })
  })

type PageOf = {
  question: Question
  number: number
  isChange: boolean
  value: Answer | undefined
  error?: QuestionError
  /** The saved answer that the page replaces. Undefined: the one that is saved now. */
  replaces?: Answer | null | undefined
}

function pageOf(visit: Inside, { question, number, isChange, value, error, replaces }: PageOf): PageResult {
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
      section: sectionOf(definition, question.id),
      progress: progressAt(definition, answers, question),
      replaces: JSON.stringify(replaces === undefined ? (answers[question.id] ?? null) : replaces),
      back,
      ...posting(visit, addressOf(visit, number, isChange)),
    },
  }
}

/** The answer that the page showed. Undefined if the page does not say it in a way that can be read. */
function replacedAnswer(posted: unknown): Answer | null | undefined {
  try {
    const value: unknown = typeof posted === 'string' ? JSON.parse(posted) : undefined
    if (value === null || typeof value === 'string') return value
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
  } catch {
    return undefined
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
    // An answer that the patient cleared is saved.
    const isEmpty = isUnanswered(postedAnswer(found.question, fields)) && isUnanswered(visit.assignment.answers[found.question.id])
    if (leave && isEmpty) return endSession(visit, visit.secret)
    const { question } = found
    const replaces = replacedAnswer(fields[replacesField])
    // The patient changed the language: the page comes back with what they typed, which is not judged or saved yet.
    if (postedLanguage(request)) {
      const [value, stored] = [postedAnswer(question, fields), visit.assignment.answers[question.id]]
      // The warning that another device changed the answer stays until the patient decides.
      if (fields[changedField])
        return pageOf(visit, { ...found, value, error: { kind: 'changed', saved: stored }, replaces: stored ?? null })
      return pageOf(visit, { ...found, value, replaces })
    }
    const saved = await saveAnswer(visit.ctx, visit.assignment, { question, answer: postedAnswer(question, fields), replaces })
    const { answer: value } = saved
    if (saved.outcome === 'not open') return { to: visit.base }
    if (saved.outcome === 'invalid') return pageOf(visit, { ...found, value, error: { kind: 'invalid' }, replaces })
    // Pressing the button again replaces the answer that the page now shows.
    if (saved.outcome === 'changed')
      return pageOf(visit, { ...found, value, error: { kind: 'changed', saved: saved.saved }, replaces: saved.saved ?? null })
    if (leave) return endSession(visit, visit.secret)
    // The answer may change the path, so the next page is chosen with it.
    const { assignment } = visit
    const after = { ...visit, assignment: { ...assignment, answers: { ...assignment.answers, [question.id]: value } } }
    const isLast = found.number >= pagesOf(after).length
    // A changed answer leads to the questions that it opens, then back to the check page.
    return { to: found.isChange || isLast ? nextStepPath(after, found.isChange) : addressOf(visit, found.number + 1) }
  })

export const checkAnswersPage = (visit: PageRequest) => inside(visit, (visit) => checkPage(visit))

function checkPage(visit: Inside, { isChanged = false } = {}): PageResult {
  const { definition, answers, formTitle, revision } = visit.assignment
  if (resumePage(definition, answers)) return { to: nextStepPath(visit) }
  const back = addressOf(visit, pagesOf(visit).length)
  const { base } = visit
  return {
    status: isChanged ? 409 : 200,
    page: {
      kind: 'check-answers',
      isChanged,
      revision,
      formTitle,
      definition,
      answers,
      base,
      back,
      leave: leaveFormPage(visit, visit.secret),
      ...posting(visit, `${base}/check-answers`),
    },
  }
}

/** Sends the answers once. Every press ends at the confirmation. */
export async function send(visit: PageRequest, request: FastifyRequest): Promise<PageResult> {
  if (visit.secret && visit.assignment.status === 'completed') return { to: `${visit.base}/confirmation` }
  return posted(visit, request, async (visit, fields) => {
    const revision = /^\d{1,9}$/.test(String(fields[revisionField])) ? Number(fields[revisionField]) : undefined
    const { outcome } = await submitAnswers(visit.ctx, { ...visit.assignment, revision, language: visit.language })
    if (outcome === 'changed') return checkPage(visit, { isChanged: true })
    if (outcome === 'incomplete') return { to: nextStepPath(visit) }
    if (outcome !== 'sent') return { to: visit.base }
    await setAnswersSent(visit.ctx, visit.assignment.requestId, visit.secret)
    return { to: `${visit.base}/confirmation` }
  })
}
