import { useContext } from 'react'

import type { Question } from '#domain/form/definition.ts'
import { conditionWords } from '#domain/form/logic/condition.ts'
import { logicWords } from '#web/staff/forms/builder/words.ts'

import { SettledFormContext } from './form-logic.ts'
import './logic.scss'

/** The condition of a question, as a sentence on its card. */
export function ConditionMark({ question }: { question: Question }) {
  return question.showIf ? <Sentence {...question} showIf={question.showIf} /> : null
}

function Sentence({ showIf }: { showIf: NonNullable<Question['showIf']> }) {
  const { questions } = useContext(SettledFormContext)
  return <p className="condition-mark">{`${logicWords.shownIf} ${conditionWords(showIf, questions)}`}</p>
}
