import { useDeferredValue, useMemo } from 'react'

import { reviewDefinition } from '#domain/form/check-definition.ts'
import type { FormDefinition, FormProblem } from '#domain/form/definition.ts'
import type { Draft } from '#web/staff/forms/builder/draft/use-draft.ts'

import type { FormLogic } from './form-logic.ts'

/** The form and what there is to put right in it. Typing comes first: the check, and the `settled` form, follow when there is time. */
export function useReview({ work, edit }: Draft): { logic: FormLogic; settled: FormDefinition } {
  const settled = useDeferredValue(work.draft)
  const problems = useMemo(() => reviewDefinition(settled), [settled])
  return { logic: { definition: work.draft, problems, edit }, settled }
}

/** A condition breaks by what is done to another question, so nobody is on the way to putting it right. */
export const isToldAtOnce = ({ field, isUnfinished }: FormProblem) => field === 'showIf' && !isUnfinished
