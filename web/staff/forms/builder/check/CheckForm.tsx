import type { FormDefinition, FormProblem } from '#domain/form/definition.ts'
import { isShownAtOnce, useFormLogic } from '#web/staff/forms/builder/logic/form-logic.ts'
import { checkWords } from '#web/staff/forms/builder/words.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import { placeWords } from './place.ts'
import './check.scss'

/** The problems of the whole form, always up to date: errors prevent publishing, warnings do not. */
export function CheckForm({ onGoTo }: { onGoTo: (problem: FormProblem) => void }) {
  const { definition, problems } = useFormLogic()
  const warnings = problems.filter(({ isWarning }) => isWarning).length
  const errors = problems.length - warnings
  // A screen reader user cannot see that an edit elsewhere broke a condition.
  const broken = problems.filter((problem) => isShownAtOnce(problem) && !problem.isWarning)
  return (
    <>
      <span className="visually-hidden" role="status">
        {broken.map((problem) => `${placeWords(definition, problem)}: ${problem.message}`).join(' ')}
      </span>
      <details className="builder__settings check-form">
        <summary>
          {checkWords.title}{' '}
          {errors > 0 && (
            <Badge kind="danger" size="xs">
              {checkWords.problems(errors)}
            </Badge>
          )}{' '}
          {warnings > 0 && (
            <Badge kind="warning" size="xs">
              {checkWords.warnings(warnings)}
            </Badge>
          )}
          {problems.length === 0 && (
            <Badge kind="success" size="xs">
              {checkWords.none}
            </Badge>
          )}
        </summary>
        {problems.length === 0 ? <p>{checkWords.ready}</p> : <ProblemList definition={definition} problems={problems} onGoTo={onGoTo} />}
      </details>
    </>
  )
}

type ProblemListProps = { definition: FormDefinition; problems: readonly FormProblem[]; onGoTo: (problem: FormProblem) => void }

/** The problems in the order of the form. Each is a link to its field. */
export const ProblemList = ({ definition, problems, onGoTo }: ProblemListProps) => (
  <ul className="problem-list">
    {problems.map((problem, index) => (
      <li key={index} className={problem.isWarning ? 'problem-list__warning' : 'problem-list__error'}>
        <Icon name={problem.isWarning ? 'warning' : 'error'} />
        <Button kind="link" onClick={() => onGoTo(problem)}>
          {placeWords(definition, problem)}: {problem.message}
        </Button>
      </li>
    ))}
  </ul>
)
