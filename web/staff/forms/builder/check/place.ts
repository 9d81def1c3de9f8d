import type { FormDefinition, FormProblem } from '#domain/form/definition.ts'
import { quoted } from '#domain/form/logic/condition.ts'
import { isAsked, numbersOf } from '#domain/form/path.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import { titleFieldId } from '#web/staff/forms/builder/editor/QuestionEditor.tsx'
import { addRuleId } from '#web/staff/forms/builder/logic/ConditionEditor.tsx'
import { ruleFieldId } from '#web/staff/forms/builder/logic/RuleEditor.tsx'
import { scoringFieldId } from '#web/staff/forms/builder/scoring/field-id.ts'

/** Where a problem is, in words. */
export function placeWords({ questions, scores = [], redFlags = [] }: FormDefinition, problem: FormProblem) {
  const question = questions.find(({ id }) => id === problem.question)
  const named = (what: string, items: readonly { id: string; name: string }[], id: string) => {
    const at = items.findIndex((item) => item.id === id)
    return `${what} ${items[at]?.name.trim() ? `‘${items[at].name.trim()}’` : at + 1}`
  }
  if (question)
    return isAsked(question)
      ? `Question ${numbersOf(questions).get(question.id)}`
      : `${questionTypeLabel(question.type)} ${quoted(question)}`
  if (problem.score !== undefined) return named('Score', scores, problem.score)
  return problem.redFlag === undefined ? 'Form' : named('Red flag', redFlags, problem.redFlag)
}

/** The fields a problem may be put right in, the nearest first. */
function fieldIdsOf({ questions }: FormDefinition, { question: id, field, rule, option, score, redFlag, band }: FormProblem): string[] {
  const ruleField = (owner: string) => (field === 'showIf' || field === 'answers' ? [ruleFieldId(owner, rule ?? 0), addRuleId(owner)] : [])
  if (id !== undefined) {
    const value = questions.find((one) => one.id === id)?.options?.[option ?? 0]?.value
    return [...ruleField(id), ...(field === 'options' ? [`option-${id}-${value}`, `add-option-${id}`] : []), titleFieldId(id)]
  }
  if (score !== undefined) return [scoringFieldId(score, band === undefined ? field : `band-${band}`), scoringFieldId(score, 'name')]
  return redFlag === undefined ? [] : [...ruleField(redFlag), scoringFieldId(redFlag, field), scoringFieldId(redFlag, 'name')]
}

/** Puts the focus where a problem can be put right, and opens what hides it. */
export function focusProblem(definition: FormDefinition, problem: FormProblem) {
  const found = fieldIdsOf(definition, problem).map((id) => document.getElementById(id))
  const field = found.find((one) => one !== null)
  for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.open = true
  // A group of controls is entered at its first.
  const control = field?.matches('fieldset') ? field.querySelector<HTMLElement>('input, select, textarea, button') : field
  control?.focus()
}
