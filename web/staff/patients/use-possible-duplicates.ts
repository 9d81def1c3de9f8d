import { useState } from 'react'

import type { ProblemBody } from '#contract/problems.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import type { Saving } from '#web/staff/use-fields.ts'

import type { PatientDraft } from './patient-values.ts'

/**
 * The refusal that names possible duplicates, and which of them the user ruled out. After a change of the name, date of birth, postcode or
 * NHS number the user has to decide again.
 */
export function usePossibleDuplicates(values: PatientDraft, { error, isPending }: Saving) {
  const { nhsNumber, firstName, lastName, dateOfBirth, postcode } = values
  const identity = JSON.stringify([nhsNumber, firstName, lastName, dateOfBirth, postcode])
  const [marked, setMarked] = useState<{ identity: string; ids: string[] }>({ identity, ids: [] })
  // A refusal stays on the screen while the patient is sent again: it holds the focus.
  const [last, setLast] = useState<ProblemBody>()
  const problem = isPending ? last : error instanceof ApiProblem ? error.body : undefined
  if (problem !== last) setLast(problem)
  return {
    problem,
    ruledOut: marked.identity === identity ? marked.ids : [],
    setRuledOut: (ids: string[]) => setMarked({ identity, ids }),
  }
}
