import { useState } from 'react'

import { focusSoon } from '#web/staff/forms/builder/new-id.ts'
import type { FormProblem, Question } from '#domain/form/definition.ts'
import type { Condition, Rule } from '#domain/form/question.ts'
import { withoutRule } from '#domain/form/logic/fixes.ts'
import { formLimits } from '#domain/form/question.ts'
import { logicWords } from '#web/staff/forms/builder/words.ts'
import { afterPress } from '#web/ui/after-press.ts'
import { Button } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'

import { ruleAbout, useFormLogic } from './form-logic.ts'
import './logic.scss'
import { ProblemNotes } from './ProblemNotes.tsx'
import { RuleEditor, ruleFieldId } from './RuleEditor.tsx'

type ConditionEditorProps = {
  /** the question or the red flag whose condition it is */
  ownerId: string
  condition: Condition
  askable: readonly Question[]
  problems: readonly FormProblem[]
  /** Also what the author has not filled in yet. Otherwise that shows of a rule once the author has left it. */
  showsUnfinished?: boolean
  /** undefined when the last rule was removed */
  onChange: (condition: Condition | undefined, key?: string) => void
}

const matches = [
  { value: 'all', label: logicWords.all },
  { value: 'any', label: logicWords.any },
]
export const addRuleId = (ownerId: string) => `add-rule-${ownerId}`

/** Rules about answers, and whether all or any of them must hold. */
export function ConditionEditor({ ownerId, condition, askable, problems, showsUnfinished = false, onChange }: ConditionEditorProps) {
  const { definition } = useFormLogic()
  const { match, rules } = condition
  /** The number of rules, from the first, that were there when the author left the condition. */
  const [leftRules, setLeftRules] = useState(0)
  const [last] = askable.slice(-1)
  const set = (index: number, rule: Rule, key?: string) => onChange({ match, rules: rules.with(index, rule) }, key)
  const remove = (index: number) => {
    onChange(withoutRule(condition, index))
    if (index < leftRules) setLeftRules(leftRules - 1)
    focusSoon(rules.length > 1 ? ruleFieldId(ownerId, Math.max(0, index - 1)) : addRuleId(ownerId))
  }
  return (
    <div
      className="condition"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) afterPress(() => setLeftRules(rules.length))
      }}
    >
      {rules.length > 1 && (
        <RadioGroup
          label={logicWords.if}
          isInline
          options={matches}
          value={match}
          onChange={(value) => onChange({ match: value === 'any' ? 'any' : 'all', rules })}
        />
      )}
      {rules.map((rule, index) => (
        // A rule has no id, and two rules can be equal, so the key is the position.
        <div key={index}>
          <RuleEditor
            id={ruleFieldId(ownerId, index)}
            rule={rule}
            position={index + 1}
            questions={definition.questions}
            askable={askable}
            onChange={(changed, key) => set(index, changed, key)}
            onRemove={() => remove(index)}
          />
          <ProblemNotes
            problems={problems.filter(
              ({ rule: at, isUnfinished }) => at === index && (!isUnfinished || showsUnfinished || index < leftRules),
            )}
          />
        </div>
      ))}
      <ProblemNotes problems={problems.filter((problem) => problem.rule === undefined)} />
      {last && rules.length < formLimits.conditionRules && (
        <Row>
          <Button
            id={addRuleId(ownerId)}
            size="sm"
            onClick={() => {
              onChange({ match, rules: [...rules, ruleAbout(last, undefined)] })
              focusSoon(ruleFieldId(ownerId, rules.length))
            }}
          >
            {logicWords.addRule}
          </Button>
        </Row>
      )}
    </div>
  )
}
