import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'

import { needsValue, type Condition, type Rule } from './condition.ts'
import { isAnswerPossible, type Wish } from './possible-answer.ts'

type Goal =
  | { kind: 'condition'; condition: Condition; is: boolean }
  | { kind: 'rule'; rule: Rule; is: boolean }
  | { kind: 'shown'; id: string; is: boolean }
  | { kind: 'given'; id: string; is: boolean }
type Facts = { shown: ReadonlyMap<string, boolean>; given: ReadonlyMap<string, boolean>; wishes: ReadonlyMap<string, readonly Wish[]> }
/** Goals that reach another one together, and what is known once it is reached. */
type Way = { goals: Goal[]; facts: Facts }

const nothing: Facts = { shown: new Map(), given: new Map(), wishes: new Map() }
/** Steps after which the search gives up and takes it that it can be. */
const patience = 5_000

const conditionGoal = (condition: Condition, is: boolean): Goal => ({ kind: 'condition', condition, is })

/**
 * Finds out what a form can come to, whatever is answered. It works back from the goal: a condition to its rules, a rule to an answer, an
 * answer to the question being asked. So it is exact, it never says "cannot be" of what can, and it ends, as each step leads to earlier
 * questions. Questions with `broken` conditions are taken to be shown or not as one likes.
 */
function createReach({ questions }: FormDefinition, broken: ReadonlySet<string>) {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const sections = new Map(
    questions.map((question, at) => [question.id, questions.slice(0, at).findLast(({ type }) => type === 'section')?.id]),
  )
  let steps = 0

  const canReach = (goals: readonly Goal[], facts: Facts): boolean => {
    const [goal, ...rest] = goals
    if (!goal || ++steps > patience) return true
    return waysTo(goal, facts).some((way) => canReach([...way.goals, ...rest], way.facts))
  }

  function waysTo(goal: Goal, facts: Facts): Way[] {
    if (goal.kind === 'condition') return waysToCondition(goal.condition, goal.is, facts)
    if (goal.kind === 'rule') return waysToRule(goal.rule, goal.is, facts)
    const known = facts[goal.kind].get(goal.id)
    if (known !== undefined) return known === goal.is ? [{ goals: [], facts }] : []
    const question = byId.get(goal.id)
    const after = { ...facts, [goal.kind]: new Map(facts[goal.kind]).set(goal.id, goal.is) }
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
    const wishes = [...(facts.wishes.get(question.id) ?? []), { rule, is }]
    const fitting = { goals: [given(true)], facts: { ...facts, wishes: new Map(facts.wishes).set(question.id, wishes) } }
    return [...(isAnswerPossible(question, wishes) ? [fitting] : []), ...(is ? [] : [{ goals: [given(false)], facts }])]
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
    steps = 0
    return canReach([goal], nothing)
  }
  const canBeShown = new Map<string, boolean>()
  return {
    /** Tells whether some way through the form comes to this question, section or information page. */
    canBeShown: (id: string) => {
      const can = canBeShown.get(id) ?? canBe({ kind: 'shown', id, is: true })
      canBeShown.set(id, can)
      return can
    },
    /** Tells whether some way through the form makes the condition hold. */
    canHold: remembered((condition: Condition) => canBe(conditionGoal(condition, true))),
    /** Tells whether some way through the form makes the condition fail. */
    canFail: remembered((condition: Condition) => canBe(conditionGoal(condition, false))),
    /** Tells whether some way through the form makes this rule hold. */
    canRuleHold: remembered((rule: Rule) => canBe({ kind: 'rule', rule, is: true })),
  }
}
export type Reach = ReturnType<typeof createReach>

function remembered<K extends object>(find: (key: K) => boolean) {
  const known = new WeakMap<K, boolean>()
  return (key: K) => {
    const is = known.get(key) ?? find(key)
    known.set(key, is)
    return is
  }
}

let latest: { parts: readonly unknown[]; reach: Reach } | undefined

/** The reach of a form, found out anew only when something changed that it depends on: words do not, and they change with every letter. */
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
  return latest.reach
}
