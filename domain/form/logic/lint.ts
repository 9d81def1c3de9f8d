import { isIsoDate } from '#domain/dates.ts'
import type { FormDefinition, FormProblem, Question } from '#domain/form/definition.ts'
import { isAsked, sectionOf } from '#domain/form/path.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { Condition, Operator, Rule } from '#domain/form/question.ts'

import { choicesOf, needsValue, operatorsFor, operatorWords, quoted, ruleWords } from './condition.ts'
import { isAnswerPossible, type Reach, reachOf } from './reach.ts'

/**
 * The result of checking a form's conditions. `broken`: questions with an invalid condition, which are left out of the search for
 * unreachable questions.
 */
export type Logic = { problems: FormProblem[]; broken: ReadonlySet<string>; reach: Reach }

/** All problems of the conditions, in the order of the questions. */
export function lintLogic(definition: FormDefinition): Logic {
  const conditional = definition.questions.filter((question) => question.showIf !== undefined)
  const order = createOrder(definition)
  const faults = new Map(conditional.map((question) => [question.id, conditionFaults(question, definition, order)]))
  const broken = new Set(conditional.filter(({ id }) => (faults.get(id) ?? []).length > 0).map(({ id }) => id))
  const reach = reachOf(definition, broken)
  const problems = definition.questions.flatMap((question): FormProblem[] => {
    const { id, showIf } = question
    if (showIf === undefined) return []
    const found = broken.has(id) ? (faults.get(id) ?? []) : conditionFindings(question, showIf, definition, reach)
    return found.map((one) => ({ ...one, field: 'showIf', question: id }))
  })
  return { problems, broken, reach }
}

function conditionFaults(question: Question, { questions }: FormDefinition, order: Order): RuleFault[] {
  if (question.showIf === undefined) return []
  const reasonAgainst = (id: string) => {
    if (id === question.id) return 'A question cannot depend on its own answer.'
    const other = questions[order.placeOf(id)]
    if (!other || order.placeOf(id) < order.placeOf(question.id)) return undefined
    if (question.type === 'section' && order.sectionOf(id) === question.id)
      return `${quoted(other)} is in this section, so patients answer it after the section is shown.`
    if (order.dependsOn(id, question.id)) return `${quoted(other)} depends on this question, so neither can ever be shown.`
    return `${quoted(other)} comes later, so there is no answer yet.`
  }
  return checkCondition(question.showIf, { questions, reasonAgainst })
}

type Order = ReturnType<typeof createOrder>

/** The position and dependencies of each question, calculated once for all rules of a form. */
function createOrder({ questions }: FormDefinition) {
  const places = new Map(questions.map(({ id }, place) => [id, place]))
  const sections = new Map<string, string>()
  let section: string | undefined
  for (const { id, type } of questions) {
    if (section !== undefined) sections.set(id, section)
    if (type === 'section') section = id
  }
  const placeOf = (id: string) => places.get(id) ?? -1
  const waitsFor = (id: string): string[] => {
    const { showIf, type } = questions[placeOf(id)] ?? {}
    const above = type === 'section' ? undefined : sections.get(id)
    return [...(showIf?.rules ?? []).map((rule) => rule.question), ...(above === undefined ? [] : [above])]
  }
  const all = new Map<string, ReadonlySet<string>>()
  const allBefore = (id: string) => {
    const found = new Set<string>()
    const waiting = waitsFor(id)
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(...waitsFor(next))
    }
    all.set(id, found)
    return found
  }
  return {
    placeOf,
    sectionOf: (id: string) => sections.get(id),
    /** Tells whether a question depends on the answer to another, directly or indirectly. */
    dependsOn: (id: string, other: string) => (all.get(id) ?? allBefore(id)).has(other),
  }
}

type Found = RuleFault & { isWarning?: true }

function conditionFindings(question: Question, showIf: Condition, definition: FormDefinition, reach: Reach): Found[] {
  const { questions } = definition
  const never = reasonNeverTrue(showIf, questions, reach)
  if (never) return [{ ...never, message: `${neverShownMessage(question)} ${never.message}` }]
  if (!reach.canBeShown(question.id)) {
    const section = sectionOf(definition, question.id)
    // A section that is never shown has its own problem.
    return section && reach.canBeShown(section.id) ? [{ message: `${neverShownMessage(question)} ${reasonNotInSection(section)}` }] : []
  }
  if (!reach.canFail(showIf)) return [{ message: 'This condition is always true, so it has no effect.', isWarning: true }]
  return showIf.rules.flatMap((rule, index): Found[] => {
    const message = reasonRuleNeverTrue(rule, questions, reach)
    return message === undefined ? [] : [{ message, rule: index, isWarning: true }]
  })
}

const neverShownMessage = ({ type }: Question) =>
  type === 'section' ? 'This section can never be shown.' : 'This question can never be shown.'

export type RuleFault = { message: string; rule?: number; isUnfinished?: true }

/** The questions that a rule can use, and the reason why it cannot use others. */
export type ConditionContext = { questions: readonly Question[]; reasonAgainst: (id: string) => string | undefined }

/** The problems of a condition that do not depend on answers. */
export function checkCondition({ rules }: Condition, askable: ConditionContext): RuleFault[] {
  if (rules.length === 0) return [{ message: 'Add a rule or remove the condition.' }]
  return rules.flatMap((rule, index) => {
    const fault = checkRule(rule, askable)
    return fault ? [{ ...fault, rule: index }] : []
  })
}

function checkRule(
  { question: id, operator, value = '' }: Rule,
  { questions, reasonAgainst }: ConditionContext,
): Omit<RuleFault, 'rule'> | undefined {
  const question = questions.find((one) => one.id === id)
  if (!question) return { message: 'The question in this rule was deleted.' }
  if (!isAsked(question)) return { message: `${quoted(question)} has no answer, so a rule cannot use it.` }
  const reason = reasonAgainst(id)
  if (reason !== undefined) return { message: reason }
  const { comparison } = questionTypes[question.type]
  const fitting: readonly Operator[] = operatorsFor[comparison]
  if (!fitting.includes(operator))
    return { message: `An answer to ${quoted(question)} cannot be compared with “${operatorWords(operator, question)}”.` }
  return needsValue(operator) ? checkValue(question, value.trim()) : undefined
}

function checkValue(question: Question, value: string): Omit<RuleFault, 'rule'> | undefined {
  const { comparison } = questionTypes[question.type]
  const unfinished = (what: string) => ({ message: `Enter the ${what} to compare with the answer to ${quoted(question)}.` })
  if (comparison === 'options') {
    if (value === '') return { message: `Select an option from ${quoted(question)}.`, isUnfinished: true }
    if (choicesOf(question)?.some((choice) => choice.value === value)) return undefined
    return { message: `The option in this rule was removed from ${quoted(question)}.` }
  }
  if (comparison === 'date') return isIsoDate(value) ? undefined : { ...unfinished('date'), isUnfinished: true }
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(value) ? undefined : { ...unfinished('number'), isUnfinished: true }
}

export type Reason = { message: string; rule?: number }

/** The reason a condition is never true, as specific as possible; undefined when it can be true. */
export function reasonNeverTrue(condition: Condition, questions: readonly Question[], reach: Reach): Reason | undefined {
  if (reach.canHold(condition)) return undefined
  const alone = condition.rules.map((rule) => reasonRuleNeverTrue(rule, questions, reach))
  const rule = alone.findIndex((reason) => reason !== undefined)
  const reason = alone[rule]
  if (reason !== undefined) return { message: reason, rule }
  return reasonNotTogether(condition, questions, reach) ?? { message: 'No answers to the earlier questions meet all of these rules.' }
}

/** The reason a single rule is never true; undefined when it can be true. */
export function reasonRuleNeverTrue(rule: Rule, questions: readonly Question[], reach: Reach): string | undefined {
  if (reach.canRuleHold(rule)) return undefined
  const question = questions.find(({ id }) => id === rule.question)
  const words = ruleWords(rule, questions)
  if (!question) return `This rule is never true: ${words}.`
  if (rule.operator === 'not_answered') return `This rule is never true: ${words}. Patients must answer this question.`
  if (!reach.canBeShown(question.id)) return `This rule is never true: ${words}. Patients are never asked this question.`
  if (isAnswerPossible(question, [{ rule, is: true }])) return `This rule is never true: ${words}.`
  return `This rule is never true: ${words}.${rangeWords(question)}`
}

function rangeWords(question: Question) {
  const { comparison } = questionTypes[question.type]
  const messages = comparison === 'number' ? questionTypes[question.type].messages(question) : []
  const range = messages.at(-1)
  return range === undefined ? '' : ` Patients see the error “${range}”.`
}

function reasonNotTogether({ match, rules }: Condition, questions: readonly Question[], reach: Reach): Reason | undefined {
  if (match === 'any') return undefined
  for (const [index, second] of rules.entries())
    for (const first of rules.slice(0, index))
      if (!reach.canHold({ match, rules: [first, second] })) {
        const [one, other] = [ruleWords(first, questions), ruleWords(second, questions)]
        return { rule: index, message: `These rules are never both true: ${one}, and ${other}.` }
      }
  return undefined
}

/** The reason a question is never shown although its own condition can be true: its section is hidden then. */
export const reasonNotInSection = (section: Question) => `The condition is never true while the section ${quoted(section)} is shown.`
