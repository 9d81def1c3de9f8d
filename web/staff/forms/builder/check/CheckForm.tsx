import type { FormProblem } from '#domain/form/definition.ts'
import { useFormLogic } from '#web/staff/forms/builder/logic/form-logic.ts'
import { isToldAtOnce } from '#web/staff/forms/builder/logic/use-review.ts'
import { Badge } from '#web/ui/Badge.tsx'

import { placeWords } from './place.ts'
import { ProblemList } from './ProblemList.tsx'

/** The check of the whole form, always up to date: what keeps it from being published, and what is worth a look. */
export function CheckForm({ onGoTo }: { onGoTo: (problem: FormProblem) => void }) {
  const { definition, problems } = useFormLogic()
  const warnings = problems.filter(({ isWarning }) => isWarning).length
  const errors = problems.length - warnings
  // A condition that broke by what was done elsewhere is out of sight of whoever listens.
  const broken = problems.filter((problem) => isToldAtOnce(problem) && !problem.isWarning)
  return (
    <>
      <span className="visually-hidden" role="status">
        {broken.map((problem) => `${placeWords(definition, problem)}: ${problem.message}`).join(' ')}
      </span>
      <details className="builder__settings check-form">
        <summary>
          Check form{' '}
          {errors > 0 && (
            <Badge kind="danger" size="xs">
              {errors} to put right
            </Badge>
          )}{' '}
          {warnings > 0 && (
            <Badge kind="warning" size="xs">
              {warnings} to look at
            </Badge>
          )}
          {problems.length === 0 && (
            <Badge kind="success" size="xs">
              Nothing to put right
            </Badge>
          )}
        </summary>
        {problems.length === 0 ? (
          <p>Every question can be reached, and scores and red flags add up. This form can be published.</p>
        ) : (
          <ProblemList definition={definition} problems={problems} onGoTo={onGoTo} />
        )}
      </details>
    </>
  )
}
