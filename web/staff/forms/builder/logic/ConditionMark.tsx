import { useContext } from 'react'

import type { Question } from '#domain/form/definition.ts'
import { conditionWords } from '#domain/form/logic/condition.ts'

import { SettledFormContext } from './form-logic.ts'
import './logic.scss'

/** On a question's card: when it is shown, in a sentence. */
export function ConditionMark({ question }: { question: Question }) {
  return question.showIf ? <Sentence {...question} showIf={question.showIf} /> : null
}

function Sentence({ showIf }: { showIf: NonNullable<Question['showIf']> }) {
  const { questions } = useContext(SettledFormContext)
  return <p className="condition-mark">Shown if {conditionWords(showIf, questions)}</p>
}
