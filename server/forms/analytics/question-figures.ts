import type { QuestionFigures } from '#contract/form-analytics.ts'
import type { Question } from '#domain/form/definition.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import { smallestGroup } from '#domain/form/smallest-group.ts'

import type { tallyAnswers } from './analytics.sql.ts'

/** `submissions`: how many sent answers to a version that has the question. */
type Counted = { submissions: number; tally: Awaited<ReturnType<typeof tallyAnswers>> }

/** What the counts say about one question. A smallest or a largest number, or a choice that one person made, is that person's answer: too few have none. */
export function questionFigures(question: Question, { submissions, tally }: Counted): QuestionFigures {
  const { id, title, type, identifying, unit = '' } = question
  const { asked, answered } = tally.asked.find((one) => one.question === id) ?? { asked: 0, answered: 0 }
  const control = questionTypes[type].control(question)
  const listed = control.kind === 'choices' || control.kind === 'list' ? control.choices : []
  const isCountable = listed.length > 0 || questionTypes[type].comparison === 'number'
  const detail = !isCountable ? 'not countable' : identifying ? 'identifying' : answered < smallestGroup ? 'too few' : 'counted'
  const counts = new Map<string, number>()
  for (const { value, label } of listed)
    counts.set(label, (counts.get(label) ?? 0) + (tally.choices.find((one) => one.question === id && one.value === value)?.count ?? 0))
  const number = tally.numbers.find((one) => one.question === id)
  return {
    id,
    title,
    type,
    answered,
    empty: asked - answered,
    notAsked: Math.max(0, submissions - asked),
    detail,
    choices: detail === 'counted' ? [...counts].map(([label, count]) => ({ label, count })) : [],
    numbers: detail === 'counted' && number ? { min: number.min, median: number.median, max: number.max, unit } : null,
  }
}
