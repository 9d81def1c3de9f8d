import type { FormProblem } from '#domain/form/definition.ts'
import { fixesFor } from '#domain/form/logic/fixes.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import { useFormLogic } from './form-logic.ts'

/** The problems of one place, with buttons that fix them. */
export function ProblemNotes({ problems }: { problems: readonly FormProblem[] }) {
  const { definition, edit } = useFormLogic()
  return problems.map((problem) => (
    <div key={problem.message} className={problem.isWarning ? 'problem-note' : 'problem-note problem-note--error'}>
      <Icon name={problem.isWarning ? 'warning' : 'error'} />
      <span className="problem-note__words">{problem.message}</span>
      {fixesFor(definition, problem).map(({ label, fixed }) => (
        <Button key={label} size="sm" onClick={() => edit(() => fixed)}>
          {label}
        </Button>
      ))}
    </div>
  ))
}
