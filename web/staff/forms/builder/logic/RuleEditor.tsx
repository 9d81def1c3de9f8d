import type { Question } from '#domain/form/definition.ts'
import { choicesOf, needsValue, operatorWords, quoted } from '#domain/form/logic/condition.ts'
import type { Rule } from '#domain/form/question.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import { questionWords, logicWords } from '#web/staff/forms/builder/words.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { operatorsOf, ruleAbout } from './form-logic.ts'

export const ruleFieldId = (ownerId: string, index: number) => `rule-${ownerId}-${index}`

type RuleEditorProps = {
  id: string
  rule: Rule
  /** which rule of the condition, from 1 */
  position: number
  questions: readonly Question[]
  /** the questions that this rule can use */
  askable: readonly Question[]
  onChange: (rule: Rule, key?: string) => void
  onRemove: () => void
}

/** One rule in one line: a question, an operator and a value. */
export function RuleEditor({ id, rule, position, questions, askable, onChange, onRemove }: RuleEditorProps) {
  const question = questions.find((one) => one.id === rule.question)
  const isAskable = askable.some((one) => one.id === rule.question)
  const offered = [
    ...(isAskable ? [] : [{ value: rule.question, label: question ? quoted(question) : logicWords.deletedQuestion, disabled: true }]),
    ...askable.map((one) => ({ value: one.id, label: one.title || questionWords.untitled(one.type) })),
  ]
  const operators = question ? operatorsOf(question) : []
  const known = operators.includes(rule.operator) ? operators : [...operators, rule.operator]
  return (
    <div className="rule" role="group" aria-label={logicWords.rule(position)}>
      <Select
        id={id}
        label={logicWords.question}
        isLabelHidden
        options={offered}
        value={rule.question}
        onChange={(event) => {
          const chosen = askable.find((one) => one.id === event.target.value)
          if (chosen) onChange(ruleAbout(chosen, rule.operator))
        }}
      />
      <Select
        label={logicWords.comparison}
        isLabelHidden
        options={known.map((operator) => ({ value: operator, label: operatorWords(operator, question) }))}
        value={rule.operator}
        onChange={(event) => {
          const operator = known.find((one) => one === event.target.value)
          if (operator && question) onChange(ruleAbout(question, operator, rule.value))
        }}
      />
      {needsValue(rule.operator) && question ? <ValueField {...{ id, rule, question, onChange }} /> : <span />}
      <button
        type="button"
        className="icon-button rule__remove"
        aria-label={logicWords.removeRuleNumber(position)}
        title={logicWords.removeRule}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

type ValueFieldProps = Pick<RuleEditorProps, 'id' | 'rule' | 'onChange'> & { question: Question }

function ValueField({ id, rule, question, onChange }: ValueFieldProps) {
  const set = (value: string) => onChange({ ...rule, value }, `rule-value:${id}`)
  const { value = '' } = rule
  const choices = choicesOf(question)
  if (choices && questionTypes[question.type].comparison === 'options') {
    const isGone = value !== '' && !choices.some((choice) => choice.value === value)
    const options = [
      ...choices.map((choice) => ({ value: choice.value, label: choice.label || logicWords.untitledOption })),
      ...(isGone ? [{ value, label: logicWords.deletedOption, disabled: true }] : []),
    ]
    return (
      <Select
        label={logicWords.answer}
        isLabelHidden
        placeholder={logicWords.select}
        options={options}
        value={value}
        onChange={(event) => set(event.target.value)}
      />
    )
  }
  if (questionTypes[question.type].comparison === 'date')
    return <DateField label={logicWords.date} isLabelHidden value={value} onChange={set} />
  return (
    <span className="rule__number">
      <TextField
        label={question.unit ? logicWords.numberOf(question.unit) : logicWords.number}
        isLabelHidden
        inputMode="decimal"
        autoComplete="off"
        width={10}
        value={value}
        onChange={(event) => set(event.target.value.trim())}
      />
      {question.unit && <span aria-hidden="true">{question.unit}</span>}
    </span>
  )
}
