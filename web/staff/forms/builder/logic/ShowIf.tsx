import { useContext } from 'react'

import type { Question } from '#domain/form/definition.ts'
import { changeQuestion } from '#domain/form/editing/edit-definition.ts'
import { conditionSentence, conditionWords } from '#domain/form/logic/condition.ts'
import { isAsked } from '#domain/form/path.ts'
import type { Condition } from '#domain/form/question.ts'
import { focusSoon } from '#web/staff/forms/builder/new-id.ts'
import { logicWords } from '#web/staff/forms/builder/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldGroup } from '#web/ui/FieldGroup.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { addRuleId, ConditionEditor } from './ConditionEditor.tsx'
import { ruleFieldId } from './RuleEditor.tsx'
import { ruleAbout, SettledFormContext, useFormLogic } from './form-logic.ts'
import './logic.scss'

/** The condition of a question, as a sentence on its card. */
export function ConditionMark({ question }: { question: Question }) {
  return question.showIf ? <Sentence {...question} showIf={question.showIf} /> : null
}

function Sentence({ showIf }: { showIf: NonNullable<Question['showIf']> }) {
  const { questions } = useContext(SettledFormContext)
  return <p className="condition-mark">{`${logicWords.shownIf} ${conditionWords(showIf, questions)}`}</p>
}

type ShowIfProps = { question: Question; /** also what the author has not filled in yet */ showsUnfinished: boolean }

/** The condition of a question, in its editor. */
export function ShowIf({ question, showsUnfinished }: ShowIfProps) {
  const { definition, problems, edit } = useFormLogic()
  const { id, showIf } = question
  const before = definition.questions.slice(
    0,
    definition.questions.findIndex((one) => one.id === id),
  )
  const askable = before.filter(isAsked)
  const last = askable.at(-1)
  const set = (condition: Condition | undefined, key?: string) =>
    edit((now) => changeQuestion(now, id, (one) => ({ ...one, showIf: condition })), key)
  const { type } = question
  const label = logicWords.showOnlyIf[type === 'section' || type === 'information' ? type : 'question']
  if (!showIf)
    return last ? (
      <Row>
        <Button
          id={addRuleId(id)}
          size="sm"
          onClick={() => {
            set({ match: 'all', rules: [ruleAbout(last, undefined)] })
            focusSoon(ruleFieldId(id, 0))
          }}
        >
          {label}
        </Button>
      </Row>
    ) : null
  return (
    <FieldGroup label={label} hint={conditionSentence(logicWords.shownIf, showIf, definition.questions)}>
      <ConditionEditor
        ownerId={id}
        condition={showIf}
        askable={askable}
        problems={problems.filter((problem) => problem.question === id && problem.field === 'showIf')}
        showsUnfinished={showsUnfinished}
        onChange={set}
      />
    </FieldGroup>
  )
}
