import { addDays, isIsoDate } from '#domain/dates.ts'
import { checkAnswer } from '#domain/form/answers.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { Answer, Condition, Rule } from '#domain/form/question.ts'

import { needsValue, ruleHolds } from './condition.ts'

type Goal =
  | { kind: 'condition'; condition: Condition; is: boolean }
  | { kind: 'rule'; rule: Rule; is: boolean }
  | { kind: 'shown'; id: string; is: boolean }
  | { kind: 'given'; id: string; is: boolean }
/** The known facts about questions as a linked list, newest first, so that the search does not copy them at every step. */
type Facts = { id: string; about: 'shown' | 'given' | Requirement; is: boolean; before: Facts } | undefined
/** The remaining goals, next first. */
type Goals = { goal: Goal; after: Goals } | undefined
/** Goals that together reach another goal, and the facts that follow. */
type Way = { goals: Goal[]; facts: Facts }

/** Number of steps after which the search stops and assumes that the goal can be reached: for one goal, and for all goals of a form. */
const maxSteps = { goal: 5_000, form: 200_000 }

const conditionGoal = (condition: Condition, is: boolean): Goal => ({ kind: 'condition', condition, is })

/**
 * Finds which conditions of a form can be true. The search works back from a goal: from a condition to its rules, from a rule to an answer,
 * from an answer to whether its question is asked. It is exact up to the step limit, and it ends because each step leads to earlier
 * questions. Questions with a broken condition may be shown or hidden.
 */
function createReach({ questions }: FormDefinition, broken: ReadonlySet<string>) {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const sections = new Map(
    questions.map((question, at) => [question.id, questions.slice(0, at).findLast(({ type }) => type === 'section')?.id]),
  )
  const steps = { goal: 0, form: 0 }

  const canReach = (goals: Goals, facts: Facts): boolean => {
    if (!goals || ++steps.goal > maxSteps.goal || ++steps.form > maxSteps.form) return true
    return waysTo(goals.goal, facts).some((way) => canReach(chained(way.goals, goals.after), way.facts))
  }

  function waysTo(goal: Goal, facts: Facts): Way[] {
    if (goal.kind === 'condition') return waysToCondition(goal.condition, goal.is, facts)
    if (goal.kind === 'rule') return waysToRule(goal.rule, goal.is, facts)
    const known = knownOf(facts, goal)
    if (known !== undefined) return known === goal.is ? [{ goals: [], facts }] : []
    const question = byId.get(goal.id)
    const after = { id: goal.id, about: goal.kind, is: goal.is, before: facts }
    if (!question) return []
    const ways = goal.kind === 'shown' ? waysToShown(question, goal.is) : waysToGiven(question, goal.is)
    return ways.map((goals) => ({ goals, facts: after }))
  }

  function waysToCondition({ match, rules }: Condition, is: boolean, facts: Facts): Way[] {
    const goals = rules.map((rule): Goal => ({ kind: 'rule', rule, is }))
    return (match === 'all') === is ? [{ goals, facts }] : goals.map((goal) => ({ goals: [goal], facts }))
  }

  function waysToRule(rule: Rule, is: boolean, facts: Facts): Way[] {
    const question = byId.get(rule.question)
    if (!question || !isAsked(question)) return (rule.operator === 'not_answered') === is ? [{ goals: [], facts }] : []
    const given = (isGiven: boolean): Goal => ({ kind: 'given', id: question.id, is: isGiven })
    if (!needsValue(rule.operator)) return [{ goals: [given((rule.operator === 'answered') === is)], facts }]
    const requirement = { rule, is }
    const fitting = { goals: [given(true)], facts: { id: question.id, about: requirement, is, before: facts } }
    const isPossible = isAnswerPossible(question, [...requirementsOf(facts, question.id), requirement])
    return [...(isPossible ? [fitting] : []), ...(is ? [] : [{ goals: [given(false)], facts }])]
  }

  function waysToShown({ id, showIf }: Question, is: boolean): Goal[][] {
    if (broken.has(id)) return [[]]
    const section = byId.get(id)?.type === 'section' ? undefined : sections.get(id)
    const goals: Goal[] = [
      ...(section === undefined ? [] : [{ kind: 'shown' as const, id: section, is }]),
      ...(showIf ? [conditionGoal(showIf, is)] : []),
    ]
    return is ? [goals] : goals.map((goal) => [goal])
  }

  const waysToGiven = ({ id, required }: Question, is: boolean): Goal[][] => {
    const shown = (isShown: boolean): Goal => ({ kind: 'shown', id, is: isShown })
    if (is) return [[shown(true)]]
    return [[shown(false)], ...(required ? [] : [[shown(true)]])]
  }

  const canBe = (goal: Goal) => {
    steps.goal = 0
    return canReach({ goal, after: undefined }, undefined)
  }
  const canBeShown = new Map<string, boolean>()
  return {
    /** Starts counting the steps for the form again. */
    resetSteps: () => void (steps.form = 0),
    /** Tells whether some answers show this question, section or information page. */
    canBeShown: (id: string) => {
      const can = canBeShown.get(id) ?? canBe({ kind: 'shown', id, is: true })
      canBeShown.set(id, can)
      return can
    },
    /** Tells whether some answers make the condition true. */
    canHold: remembered((condition: Condition) => canBe(conditionGoal(condition, true))),
    /** Tells whether some answers make the condition false. */
    canFail: remembered((condition: Condition) => canBe(conditionGoal(condition, false))),
    /** Tells whether some answers make the rule true. */
    canRuleHold: remembered((rule: Rule) => canBe({ kind: 'rule', rule, is: true })),
  }
}
export type Reach = ReturnType<typeof createReach>

const chained = (goals: readonly Goal[], after: Goals): Goals => goals.reduceRight<Goals>((rest, goal) => ({ goal, after: rest }), after)

function knownOf(facts: Facts, { kind, id }: Extract<Goal, { id: string }>) {
  for (let fact = facts; fact; fact = fact.before) if (fact.about === kind && fact.id === id) return fact.is
  return undefined
}

function requirementsOf(facts: Facts, id: string) {
  const requirements: Requirement[] = []
  for (let fact = facts; fact; fact = fact.before) if (fact.id === id && typeof fact.about === 'object') requirements.push(fact.about)
  return requirements
}

function remembered<K extends object>(find: (key: K) => boolean) {
  const known = new WeakMap<K, boolean>()
  return (key: K) => {
    const is = known.get(key) ?? find(key)
    known.set(key, is)
    return is
  }
}

let latest: { parts: readonly unknown[]; reach: Reach } | undefined

/**
 * The search for a form. The latest search is reused until the form changes in something other than its texts, because it runs at every key
 * press.
 */
export function reachOf(definition: FormDefinition, broken: ReadonlySet<string>): Reach {
  const parts = definition.questions.flatMap(({ id, type, required, showIf, options, min, max, decimals }) => [
    id,
    type,
    required,
    showIf,
    options,
    min,
    max,
    decimals,
    broken.has(id),
  ])
  const isSame = latest?.parts.length === parts.length && parts.every((part, index) => part === latest?.parts[index])
  if (!latest || !isSame) latest = { parts, reach: createReach(definition, broken) }
  latest.reach.resetSteps()
  return latest.reach
}

/** A rule and whether it must be true. */
export type Requirement = { rule: Rule; is: boolean }

/** Tells whether some valid answer meets all requirements. */
export const isAnswerPossible = (question: Question, requirements: readonly Requirement[]) =>
  candidates(question, requirements).some(
    (answer) =>
      checkAnswer(question, answer) === undefined &&
      requirements.every(({ rule, is }) => ruleHolds(rule, () => ({ question, answer })) === is),
  )

/** Candidate answers, of which one fits if any answer does: the values named by rules and values below, between and above them. */
function candidates(question: Question, requirements: readonly Requirement[]): Answer[] {
  const control = questionTypes[question.type].control(question)
  const named = requirements.map(({ rule }) => rule.value ?? '')
  if (control.kind === 'choices' && control.isMany) {
    const wanted = requirements.filter(({ rule, is }) => (rule.operator === 'equals') === is).map(({ rule }) => rule.value ?? '')
    // Only the wanted options: further options can only break another requirement.
    return wanted.length > 0 ? [[...new Set(wanted)]] : choicesAround(control.choices, named).map((value) => [value])
  }
  if (control.kind === 'choices' || control.kind === 'list') return choicesAround(control.choices, named)
  const { comparison } = questionTypes[question.type]
  if (comparison === 'number') return numbersAround(question, named.map(Number))
  if (comparison === 'date') return ['2000-01-01', ...named.filter(isIsoDate).flatMap((day) => [-1, 0, 1].map((by) => addDays(day, by)))]
  return ['x']
}

/** The named choices and one other, because all others are equivalent. */
function choicesAround(choices: readonly { value: string }[], named: readonly string[]): string[] {
  const known = new Set(named)
  const other = choices.find(({ value }) => !known.has(value))
  return [...known, ...(other ? [other.value] : [])]
}

function numbersAround({ min, max, decimals = 0 }: Question, named: number[]): string[] {
  const fine = 10 ** decimals
  const edges = [0, min, max, ...named].filter((one) => one !== undefined).filter(Number.isFinite)
  return edges.flatMap((edge) => [-1, 0, 1, 2].map((by) => ((Math.floor(edge * fine) + by) / fine).toFixed(decimals)))
}
