import { createContext, useContext, useDeferredValue, useMemo } from 'react'

import { reviewDefinition } from '#domain/form/check-definition.ts'
import type { FormDefinition, FormProblem, Question } from '#domain/form/definition.ts'
import { translationWarnings } from '#domain/form/editing/edit-translations.ts'
import { choicesOf, needsValue, operatorsFor } from '#domain/form/logic/condition.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { Operator, Rule } from '#domain/form/question.ts'
import type { Draft } from '#web/staff/forms/builder/draft/use-draft.ts'

/** The whole form, for components that need more than one question: the draft, its problems and how to change it. */
export type FormLogic = {
  definition: FormDefinition
  problems: readonly FormProblem[]
  edit: (edited: (definition: FormDefinition) => FormDefinition, key?: string) => void
}

export const FormLogicContext = createContext<FormLogic | undefined>(undefined)

/** The deferred form, for components of which there may be hundreds. They do not render on every typed letter. */
export const SettledFormContext = createContext<FormDefinition>({ questions: [] })

export function useFormLogic() {
  const logic = useContext(FormLogicContext)
  if (!logic) throw new Error('Only within FormLogicContext')
  return logic
}

export const operatorsOf = (question: Question): readonly Operator[] => operatorsFor[questionTypes[question.type].comparison]

/** A rule about another question. The operator and value stay if they fit the question. */
export function ruleAbout(question: Question, operator: Operator | undefined, value = ''): Rule {
  const offered = operatorsOf(question)
  const kept = operator && offered.includes(operator) ? operator : (offered[0] ?? 'answered')
  if (!needsValue(kept)) return { question: question.id, operator: kept }
  const choices = choicesOf(question)
  const isOffered = !choices || choices.some((choice) => choice.value === value)
  return { question: question.id, operator: kept, value: isOffered ? value : '' }
}

/** The form and its problems. The check and the `settled` form are deferred, so that typing is never slow. */
export function useReview({ work, edit }: Draft): { logic: FormLogic; settled: FormDefinition } {
  const settled = useDeferredValue(work.draft)
  const { title, description, type } = work
  const problems = useMemo(
    () => [...reviewDefinition(settled, type), ...translationWarnings({ title, description, definition: settled })],
    [settled, title, description, type],
  )
  return { logic: { definition: work.draft, problems, edit }, settled }
}

/** An edit to another question can break a condition, so its problem shows at once. */
export const isShownAtOnce = ({ field, isUnfinished }: FormProblem) => field === 'showIf' && !isUnfinished
