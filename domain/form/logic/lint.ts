import type { FormDefinition, Question } from '#domain/form/definition.ts'
import type { FormProblem } from '#domain/form/form-problem.ts'
import { sectionOf } from '#domain/form/path.ts'

import { checkCondition, type RuleFault } from './check-condition.ts'
import type { Condition } from './condition.ts'
import { whyNever, whyNeverAlone, whyNotInSection } from './explain.ts'
import { reachOf, type Reach } from './reach.ts'
import { quoted } from './words.ts'

/** What was found out about a form's conditions. `broken`: the questions whose condition is written wrongly, so that nothing follows from it. */
export type Logic = { problems: FormProblem[]; broken: ReadonlySet<string>; reach: Reach }

/** Everything that is wrong with when questions are shown, in the order of the questions. */
export function lintLogic(definition: FormDefinition): Logic {
  const conditional = definition.questions.filter((question) => question.showIf !== undefined)
  const order = createOrder(definition)
  const faults = new Map(conditional.map((question) => [question.id, faultsOf(question, definition, order)]))
  const broken = new Set(conditional.filter(({ id }) => (faults.get(id) ?? []).length > 0).map(({ id }) => id))
  const reach = reachOf(definition, broken)
  const problems = definition.questions.flatMap((question): FormProblem[] => {
    const { id, showIf } = question
    if (showIf === undefined) return []
    const found = broken.has(id) ? (faults.get(id) ?? []) : findingsOf(question, showIf, definition, reach)
    return found.map((one) => ({ ...one, field: 'showIf', question: id }))
  })
  return { problems, broken, reach }
}

function faultsOf(question: Question, { questions }: FormDefinition, order: Order): RuleFault[] {
  if (question.showIf === undefined) return []
  const whyNot = (id: string) => {
    if (id === question.id) return 'A question cannot depend on its own answer.'
    const other = questions[order.placeOf(id)]
    if (!other || order.placeOf(id) < order.placeOf(question.id)) return undefined
    if (question.type === 'section' && order.sectionOf(id) === question.id)
      return `${quoted(other)} is in this section, so patients answer it after the section is shown.`
    if (order.dependsOn(id, question.id)) return `${quoted(other)} depends on this question, so neither can ever be shown.`
    return `${quoted(other)} comes later, so there is no answer yet.`
  }
  return checkCondition(question.showIf, { questions, whyNot })
}

type Order = ReturnType<typeof createOrder>

/** Knows where questions stand and what they wait for; each is found out once, as all rules of a form ask for it. */
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
    /** Tells whether one question is shown by the answer to another, directly or by way of more. */
    dependsOn: (id: string, other: string) => (all.get(id) ?? allBefore(id)).has(other),
  }
}

type Found = RuleFault & { isWarning?: true }

function findingsOf(question: Question, showIf: Condition, definition: FormDefinition, reach: Reach): Found[] {
  const { questions } = definition
  const never = whyNever(showIf, questions, reach)
  if (never) return [{ ...never, message: `${neverWords(question)} ${never.message}` }]
  if (!reach.canBeShown(question.id)) {
    const section = sectionOf(definition, question.id)
    // A section that is never shown says so itself.
    return section && reach.canBeShown(section.id) ? [{ message: `${neverWords(question)} ${whyNotInSection(section)}` }] : []
  }
  if (!reach.canFail(showIf)) return [{ message: 'This condition is always true, so it has no effect.', isWarning: true }]
  return showIf.rules.flatMap((rule, index): Found[] => {
    const message = whyNeverAlone(rule, questions, reach)
    return message === undefined ? [] : [{ message, rule: index, isWarning: true }]
  })
}

const neverWords = ({ type }: Question) => (type === 'section' ? 'This section can never be shown.' : 'This question can never be shown.')
