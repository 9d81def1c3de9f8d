import type { FormDefinition, FormProblem } from '#domain/form/definition.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import './check.scss'
import { placeWords } from './place.ts'

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
