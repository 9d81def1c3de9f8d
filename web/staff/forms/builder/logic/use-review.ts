import { useDeferredValue, useMemo } from 'react'

import { reviewDefinition } from '#domain/form/check-definition.ts'
import type { FormDefinition, FormProblem } from '#domain/form/definition.ts'
import type { Draft } from '#web/staff/forms/builder/draft/use-draft.ts'

import type { FormLogic } from './form-logic.ts'

/** The form and its problems. The check and the `settled` form are deferred, so that typing is never slow. */
export function useReview({ work, edit }: Draft): { logic: FormLogic; settled: FormDefinition } {
  const settled = useDeferredValue(work.draft)
  const problems = useMemo(() => reviewDefinition(settled), [settled])
  return { logic: { definition: work.draft, problems, edit }, settled }
}

/** An edit to another question can break a condition, so its problem shows at once. */
export const isShownAtOnce = ({ field, isUnfinished }: FormProblem) => field === 'showIf' && !isUnfinished
