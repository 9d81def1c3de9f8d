import { z } from 'zod'

import { questionTypeNames } from '#domain/form/question-types.ts'

import { byId } from './lists.ts'
import { routes } from './route.ts'

const count = z.number().int()

/** The answers to one question as counts; free text is never included. */
export const QuestionFigures = z.object({
  id: z.string(),
  title: z.string(),
  type: z.enum(questionTypeNames),
  answered: count,
  empty: count,
  /** The number of submissions in which an earlier answer hid the question. */
  notAsked: count,
  /** 'counted' when choices or numbers follow; otherwise the reason why not. */
  detail: z.enum(['counted', 'too few', 'identifying', 'not countable']),
  /** `answers`: what to give to the worklist's filter, for a question with one choice; options with the same label are counted together. */
  choices: z.array(z.object({ label: z.string(), count, answers: z.array(z.string()) })),
  numbers: z.object({ min: z.number(), median: z.number(), max: z.number(), unit: z.string() }).nullable(),
})
export type QuestionFigures = z.infer<typeof QuestionFigures>

export const FormFigures = z.object({
  /** Newest first. */
  versions: z.array(count),
  sent: count,
  opened: count,
  answered: count,
  questions: z.array(QuestionFigures),
  /** Patients who opened the form and have not submitted, by the page they would see next, in the order of the form. */
  stops: z.array(z.object({ page: z.string(), count })),
})
export type FormFigures = z.infer<typeof FormFigures>

/** A question with one choice, in the latest words of any version. `answer`: what to give to the worklist's filter. */
const QuestionChoices = z.object({
  question: z.string(),
  title: z.string(),
  choices: z.array(z.object({ answer: z.string(), label: z.string() })),
})
export type QuestionChoices = z.infer<typeof QuestionChoices>

export const formAnalytics = routes({
  read: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/analytics',
    action: 'form:readAnalytics',
    permission: ['formRequest:read'],
    audit: 'formAnalyticsRead',
    mayReadStandby: true,
    params: byId,
    query: z.object({ version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    response: FormFigures,
  },
  /** The questions of all versions that the worklist can be filtered by. */
  choices: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/choices',
    action: 'form:readAnalytics',
    permission: ['formRequest:read'],
    audit: 'formRead',
    params: byId,
    response: z.object({ questions: z.array(QuestionChoices) }),
  },
})
