import { z } from 'zod'

import { formLimits, questionCategories, type QuestionCategory } from '#domain/form/question.ts'
import { questionTypeNames } from '#domain/form/question-types.ts'

/**
 * A draft is saved as it is typed, so what it says may still be wrong: publishing checks that (domain/form/check-definition.ts).
 * Here only its shape is, and that it stays within a multiple of the limits.
 */
const typed = (limit: number) => z.string().max(limit * 4)

export const Option = z.object({ value: z.string().max(200), label: typed(formLimits.optionLabel) })

export const Question = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Question id is not valid.'),
  type: z.enum(questionTypeNames),
  title: typed(formLimits.title),
  hint: typed(formLimits.hint).optional(),
  required: z.boolean(),
  category: z.enum(Object.keys(questionCategories) as [QuestionCategory, ...QuestionCategory[]]).optional(), // Object.keys forgets the names
  options: z.array(Option).max(formLimits.options).optional(),
  long: z.boolean().optional(),
  identifying: z.boolean().optional(),
})

/** What a form asks, in order. */
export const Definition = z.object({ questions: z.array(Question).max(formLimits.questions) })

/** Answers by question id. */
export const GivenAnswers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
