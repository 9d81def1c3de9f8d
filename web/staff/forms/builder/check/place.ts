import type { FormDefinition, FormProblem } from '#domain/form/definition.ts'
import { quoted } from '#domain/form/logic/condition.ts'
import { isAsked, numbersOf } from '#domain/form/path.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import { titleFieldId } from '#web/staff/forms/builder/editor/QuestionEditor.tsx'
import { addRuleId } from '#web/staff/forms/builder/logic/ConditionEditor.tsx'
import { ruleFieldId } from '#web/staff/forms/builder/logic/RuleEditor.tsx'
import { scoringFieldId } from '#web/staff/forms/builder/scoring/scoring-words.ts'
import { checkWords } from '#web/staff/forms/builder/words.ts'

/** Names the place of a problem. */
export function placeWords({ questions, scores = [], redFlags = [] }: FormDefinition, problem: FormProblem) {
  const question = questions.find(({ id }) => id === problem.question)
  const named = (what: string, items: readonly { id: string; name: string }[], id: string) => {
    const at = items.findIndex((item) => item.id === id)
    return checkWords.place(what, items[at]?.name.trim() ?? '', at)
  }
  if (question)
    return isAsked(question)
      ? checkWords.question(numbersOf(questions).get(question.id))
      : `${questionTypeLabel(question.type)} ${quoted(question)}`
  if (problem.score !== undefined) return named('Score', scores, problem.score)
  if (problem.field === 'translations') return checkWords.translations
  return problem.redFlag === undefined ? 'Form' : named(checkWords.redFlag, redFlags, problem.redFlag)
}

/** The ids of the fields where a problem can be fixed, the nearest first. */
function fieldIdsOf({ questions }: FormDefinition, { question: id, field, rule, option, score, redFlag, band }: FormProblem): string[] {
  const ruleField = (owner: string) => (field === 'showIf' || field === 'answers' ? [ruleFieldId(owner, rule ?? 0), addRuleId(owner)] : [])
  if (id !== undefined) {
    const value = questions.find((one) => one.id === id)?.options?.[option ?? 0]?.value
    return [...ruleField(id), ...(field === 'options' ? [`option-${id}-${value}`, `add-option-${id}`] : []), titleFieldId(id)]
  }
  if (score !== undefined) return [scoringFieldId(score, band === undefined ? field : `band-${band}`), scoringFieldId(score, 'name')]
  return redFlag === undefined ? [] : [...ruleField(redFlag), scoringFieldId(redFlag, field), scoringFieldId(redFlag, 'name')]
}

/** Moves the focus to the field where a problem can be fixed, and opens the sections around the field. Returns whether the field is there. */
export function focusProblem(definition: FormDefinition, problem: FormProblem): boolean {
  const found = fieldIdsOf(definition, problem).map((id) => document.getElementById(id))
  const field = found.find((one) => one !== null)
  for (let details = field?.closest('details'); details; details = details.parentElement?.closest('details')) details.open = true
  // A group cannot take the focus, so its first control does.
  const control = field?.matches('fieldset') ? field.querySelector<HTMLElement>('input, select, textarea, button') : field
  control?.focus()
  return control !== undefined && control !== null
}
