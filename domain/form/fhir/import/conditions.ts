import type { Question } from '#domain/form/definition.ts'
import { fhirOperators } from '#domain/form/fhir/enable-when.ts'
import { degrade, type SourceItem, type SourceRule } from '#domain/form/fhir/source.ts'
import { operatorsFor, type Condition, type Operator, type Rule } from '#domain/form/logic/condition.ts'
import { formLimits } from '#domain/form/question.ts'
import { questionTypes } from '#domain/form/question-types.ts'

/** What conditions refer to: the questions by their linkId, with their place in the form. */
export type Targets = { find: (linkId: string) => { question: Question; position: number } | undefined; isOurs: boolean }

const operatorOf = new Map<string, Operator>(Object.entries(fhirOperators).map(([ours, theirs]) => [theirs, ours as Operator])) // the keys are operators

/**
 * An item's own condition, as far as it can be kept. What cannot be kept is left out so that rather too much is asked than too little:
 * of rules that must all hold the others stay; where any one is enough the whole condition goes.
 */
export function readCondition(item: SourceItem, position: number, targets: Targets): Condition[] {
  if (item.rules.length === 0) return []
  const match = item.rules.length === 1 && !targets.isOurs ? 'any' : item.match
  const read = item.rules.map((rule) => readRule({ ...item, match }, rule, position, targets))
  const rules = read.flat()
  const isWhole = read.every((one) => one.length > 0) && rules.length <= formLimits.conditionRules
  if (isWhole) return [{ match, rules }]
  if (rules.length > formLimits.conditionRules)
    degrade(item, `A condition can have ${formLimits.conditionRules} rules at most. The other rules are left out.`)
  if (item.match === 'any' || rules.length === 0) {
    degrade(item, 'The condition is left out, so the question is always asked.')
    return []
  }
  return [{ match: 'all', rules: rules.slice(0, formLimits.conditionRules) }]
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** The rule in our words, of which one is enough where the item's are to be any; none where it cannot be kept. */
function readRule(
  item: SourceItem,
  { question: linkId, operator: theirs, value: given }: SourceRule,
  position: number,
  { find, isOurs }: Targets,
): Rule[] {
  const lose = (why: string) => {
    degrade(item, `The condition about ‘${shorten(linkId)}’ is left out: ${why}.`)
    return []
  }
  const target = find(linkId)
  if (!target) return lose('the form has no question with that linkId')
  if (target.position >= position) return lose('the question is asked later')
  const { question } = target
  const { comparison, fhir } = questionTypes[question.type]
  const operator = theirs === 'exists' ? (given === 'false' ? 'not_answered' : 'answered') : operatorOf.get(theirs)
  const known: readonly Operator[] = operatorsFor[comparison]
  if (!operator || !known.includes(operator))
    return lose(
      comparison === 'text'
        ? 'a rule for a text answer can only check if the question is answered'
        : `‘${shorten(theirs)}’ does not work with this question`,
    )
  if (theirs === 'exists') return [{ question: question.id, operator }]
  const value = fhir.readValue(question, given)
  if (value === undefined || value.length > 200) return lose(`‘${shorten(given)}’ is not a possible answer`)
  const rule: Rule = { question: question.id, operator, value }
  if (operator !== 'not_equals' || isOurs || (question.required && question.showIf === undefined)) return [rule]
  // FHIR's != holds while nothing is answered; ours concludes nothing from that.
  if (item.match === 'any') return [rule, { question: question.id, operator: 'not_answered' }]
  degrade(item, `‘Is not’ is true only after ‘${shorten(question.title)}’ is answered.`)
  return [rule]
}

const isSimple = ({ match, rules }: Condition) => match === 'all' || rules.length === 1
/** Several conditions that must all hold, as one; only those for which `isSimple` is true. */
const joined = (conditions: Condition[]): Condition | undefined =>
  conditions.length > 1 ? { match: 'all', rules: conditions.flatMap(({ rules }) => rules) } : conditions[0]

/**
 * Conditions that must all hold, shared between a section and its question: rules of which any is enough leave room for no others in the
 * same place. `rest`: those for which there was no room.
 */
export function shareConditions(ofSection: Condition[], ofQuestion: Condition[]) {
  const [simple, any] = [ofSection.filter(isSimple), ofSection.filter((one) => !isSimple(one))]
  const section = any[0] ?? joined(simple)
  const wanted = [...(any.length > 0 ? simple : []), ...any.slice(1), ...ofQuestion]
  const [wantedSimple, wantedAny] = [wanted.filter(isSimple), wanted.filter((one) => !isSimple(one))]
  const all = joined(wantedSimple)
  return { section, question: all ?? wantedAny[0], rest: all ? wantedAny : wantedAny.slice(1) }
}
