import type { FormDefinition, FormProblem, Question } from '#domain/form/definition.ts'
import { changeQuestion } from '#domain/form/editing/edit-definition.ts'
import { hasPoints } from '#domain/form/scoring.ts'

import type { Condition } from '#domain/form/question.ts'
import { quoted } from './condition.ts'

/** A suggested fix of a problem: its label and the form with the fix applied. */
export type Fix = { label: string; fixed: FormDefinition }

/** The fixes that the builder offers for a problem. */
export function fixesFor(definition: FormDefinition, problem: FormProblem): Fix[] {
  if (problem.isUnfinished) return []
  const question = definition.questions.find(({ id }) => id === problem.question)
  if (problem.field === 'showIf' && question?.showIf) return questionFixes(definition, question, question.showIf, problem.rule)
  const flag = definition.redFlags?.find(({ id }) => id === problem.redFlag)
  if (problem.field === 'answers' && flag?.answers && problem.rule !== undefined) {
    const changed = { ...flag, answers: withoutRule(flag.answers, problem.rule) }
    return [
      { label: 'Remove this rule', fixed: { ...definition, redFlags: definition.redFlags?.map((one) => (one === flag ? changed : one)) } },
    ]
  }
  return problem.score === undefined ? [] : scoreFixes(definition, problem)
}

/** A condition without one of its rules; undefined when it was the only rule. */
export function withoutRule(condition: Condition, index: number): Condition | undefined {
  const rules = condition.rules.toSpliced(index, 1)
  return rules.length === 0 ? undefined : { ...condition, rules }
}

function questionFixes(definition: FormDefinition, question: Question, showIf: Condition, index: number | undefined): Fix[] {
  const change = (condition: Condition | undefined) => changeQuestion(definition, question.id, () => ({ ...question, showIf: condition }))
  const always: Fix = { label: 'Always show', fixed: change(undefined) }
  if (index === undefined) return [always]
  const below = movedBelow(definition, question, showIf.rules[index]?.question)
  const without: Fix = { label: 'Remove this rule', fixed: change(withoutRule(showIf, index)) }
  return [...(below ? [below] : []), showIf.rules.length === 1 ? always : without]
}

/** Moves a question after the later question that it depends on, unless that one depends on it. */
function movedBelow(definition: FormDefinition, question: Question, otherId: string | undefined): Fix | undefined {
  const { questions } = definition
  const [from, to] = [questions.indexOf(question), questions.findIndex(({ id }) => id === otherId)]
  const other = questions[to]
  const isAskedAbout = questions.slice(from, to + 1).some(({ showIf }) => showIf?.rules.some((rule) => rule.question === question.id))
  if (!other || to <= from || question.type === 'section' || isAskedAbout) return undefined
  return {
    label: `Move below ${quoted(other)}`,
    fixed: { ...definition, questions: questions.toSpliced(to + 1, 0, question).toSpliced(from, 1) },
  }
}

function scoreFixes(definition: FormDefinition, { score: id, field }: FormProblem): Fix[] {
  const score = definition.scores?.find((one) => one.id === id)
  if (!score || field !== 'questions') return []
  const canCount = new Set(definition.questions.filter(hasPoints).map((question) => question.id))
  const counting = [...new Set(score.questions)].filter((one) => canCount.has(one))
  if (counting.length === score.questions.length) return []
  const scores = definition.scores?.map((one) => (one === score ? { ...score, questions: counting } : one))
  return [{ label: 'Remove questions without points', fixed: { ...definition, scores } }]
}
