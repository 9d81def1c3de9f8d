import { formatCount } from '#domain/amounts.ts'
import { own, readExtension, shapes, standard } from '#domain/fhir/extensions.ts'
import { fhirMappings } from '#domain/fhir/question-types.ts'
import type { Extension } from '#domain/fhir/resource.ts'
import { degrade, extensionOf, isObject, remark, type SourceItem, type SourceRule, textIn } from '#domain/fhir/source-item.ts'
import { fhirOperators } from '#domain/fhir/to-questionnaire.ts'
import type { Question, RedFlag, Score } from '#domain/form/definition.ts'
import { operatorsFor } from '#domain/form/logic/condition.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import { type Condition, formLimits, type Operator, operators, type Rule } from '#domain/form/question.ts'

/** `isAlwaysAnswered`: the question is required, and neither its item nor an item around it has a condition. */
type Target = { item: SourceItem; question: Question; position: number; isAlwaysAnswered: boolean }

/** The questions that conditions can refer to, by linkId, with their position in the form. */
export type Targets = {
  find: (linkId: string) => Target | undefined
  /** Tells whether the question is in another part of a questionnaire that is too long for one form. */
  isElsewhere: (linkId: string) => boolean
  isOurs: boolean
}

const operatorOf = new Map<string, Operator>(Object.entries(fhirOperators).map(([ours, theirs]) => [theirs, ours as Operator])) // the keys are operators

/**
 * The item's own condition, as far as it can be kept. Rules are left out only so that a question is asked more often, never less: with
 * `all` the other rules stay; with `any` the whole condition is left out.
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

/** The rules for one enableWhen; with `any` one of them is enough. Empty if it cannot be kept. */
function readRule(item: SourceItem, sourceRule: SourceRule, position: number, { find, isElsewhere, isOurs }: Targets): Rule[] {
  const { question: linkId, operator: theirs, value: given } = sourceRule
  const leaveOut = (reason: string) => {
    degrade(item, `The condition about ‘${shorten(linkId)}’ is left out: ${reason}.`)
    return []
  }
  const target = find(linkId)
  if (!target) return leaveOut(isElsewhere(linkId) ? 'the question is in another part' : 'the form has no question with that linkId')
  if (target.position >= position) return leaveOut('the question is asked later')
  const { question } = target
  const { comparison } = questionTypes[question.type]
  const operator = theirs === 'exists' ? (given === 'false' ? 'not_answered' : 'answered') : operatorOf.get(theirs)
  const known: readonly Operator[] = operatorsFor[comparison]
  if (!operator || !known.includes(operator))
    return leaveOut(
      comparison === 'text'
        ? 'a rule for a text answer can only check if the question is answered'
        : `‘${shorten(theirs)}’ does not work with this question`,
    )
  if (theirs === 'exists') return [{ question: question.id, operator }]
  const value = fhirMappings[question.type].readValue(question, sourceRule, target.item)
  if (value === undefined || value.length > 200) return leaveOut(`‘${shorten(given)}’ is not a possible answer`)
  if (!isOurs && target.item.options && value !== given)
    remark(item, `The condition about ‘${shorten(linkId)}’ names the option as it is stored: ‘${shorten(value)}’.`)
  const rule: Rule = { question: question.id, operator, value }
  if (operator !== 'not_equals' || isOurs || target.isAlwaysAnswered) return [rule]
  // FHIR's != is also true without an answer; `not_equals` is not.
  if (item.match === 'any') {
    remark(item, `‘Is not’ is kept as two rules: ‘${shorten(question.title)}’ is not ‘${shorten(given)}’, or is not answered.`)
    return [rule, { question: question.id, operator: 'not_answered' }]
  }
  degrade(item, `‘Is not’ is true only after ‘${shorten(question.title)}’ is answered.`)
  return [rule]
}

const isSimple = ({ match, rules }: Condition) => match === 'all' || rules.length === 1
/** Joins conditions that must all hold into one, if each can be joined. */
const joined = (conditions: Condition[]): Condition | undefined =>
  conditions.length > 1 ? { match: 'all', rules: conditions.flatMap(({ rules }) => rules) } : conditions[0]

/**
 * Distributes conditions that must all hold between a section and its question. A condition with `any` cannot be joined with others.
 * `rest`: conditions that fit in neither.
 */
export function shareConditions(ofSection: Condition[], ofQuestion: Condition[]) {
  const [simple, any] = [ofSection.filter(isSimple), ofSection.filter((one) => !isSimple(one))]
  const section = any[0] ?? joined(simple)
  const wanted = [...(any.length > 0 ? simple : []), ...any.slice(1), ...ofQuestion]
  const [wantedSimple, wantedAny] = [wanted.filter(isSimple), wanted.filter((one) => !isSimple(one))]
  const all = joined(wantedSimple)
  return { section, question: all ?? wantedAny[0], rest: all ? wantedAny : wantedAny.slice(1) }
}

type Place = { item: SourceItem; path: readonly SourceItem[] }
/** An item with a calculated sum of points, and the items that it counts. `path`: the parents of an item. */
export type CalculatedScore = { item: SourceItem; counts: (one: Place) => boolean }

/** Only expressions such as `%resource.item.where(linkId != '/69722-7').answer.weight().sum()` are supported. */
const sum =
  /^%resource((?:\.item)+|\.descendants\(\)|\.repeat\(item\))(?:\.where\(([^()]*)\))?\.answer(?:\.value(?:Coding)?)?\.(?:weight|ordinal)\(\)\.sum\(\)$/
const comparison = /^linkId\s*(!?=)\s*'([^']*)'$/

export function calculatedScore(item: SourceItem): CalculatedScore | undefined {
  const expression: unknown = (extensionOf(item, standard.calculated) as { valueExpression?: unknown } | undefined)?.valueExpression // the type Extension has no valueExpression
  const [, steps, where = ''] = sum.exec(isObject(expression) ? textIn(expression['expression']).trim().slice(0, 5_000) : '') ?? []
  if (steps === undefined) return undefined
  if (where === '') return { item, counts: (one) => isReached(steps, one) }
  const isAny = / or /.test(where)
  const tests = where.split(isAny ? / or / : / and /).map((one) => comparison.exec(one.trim()))
  if (tests.some((one) => one === null)) return undefined
  const holds = (linkId: string) => tests.map((one) => (one?.[2] === linkId) === (one?.[1] === '='))
  const isMeant = (linkId: string) => (isAny ? holds(linkId).includes(true) : !holds(linkId).includes(false))
  return { item, counts: (one) => isReached(steps, one) && isMeant(one.item.linkId) }
}

/**
 * Tells whether the steps of an expression lead to the answers of an item. `.item` leads one level down, and only `descendants()` to the items
 * under a question, because a response has them under the answer.
 */
function isReached(steps: string, { path }: Place) {
  if (steps === '.descendants()') return true
  if (path.some(({ type }) => type !== 'group')) return false
  return steps === '.repeat(item)' || steps.length === '.item'.length * (path.length + 1)
}

const isId = (id: unknown): id is string => typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id)
const isNear = (number: unknown) => typeof number === 'number' && Math.abs(number) <= 1e9
const cut = (words: unknown, limit: number) => textIn(words).slice(0, limit * 4)

type Scoring = { scores: Score[]; redFlags: RedFlag[]; notes: string[] }

/** The scores and red flags of Formward's own extensions, without invalid parts. Each lost part has a note. */
export function readScoring(extensions: Extension[], isQuestion: (id: string) => boolean): Scoring {
  const notes: string[] = []
  const all = (url: string, shape: (typeof shapes)['score' | 'redFlag'], limit: number) => {
    const given = extensions.filter((one) => one.url === url).map((one) => readExtension(one, shape) as { id: string })
    const valid = given.filter(({ id }) => isId(id))
    const kind = url === own.score ? 'score' : 'red flag'
    const invalid = given.length - valid.length
    if (invalid > 0) notes.push(`${formatCount(invalid, `${kind} without a valid ID is`, `${kind}s without a valid ID are`)} left out.`)
    if (valid.length > limit) notes.push(`A form can have ${formatCount(limit, kind)}. The others are left out.`)
    return valid.slice(0, limit)
  }
  const scores = (all(own.score, shapes.score, formLimits.scores) as Score[]) // read with the shape of a score; members may be missing
    .map((score) => readScore(score, isQuestion, notes))
  const redFlags = (all(own.redFlag, shapes.redFlag, formLimits.redFlags) as RedFlag[]) // read with the shape of a red flag; members may be missing
    .map((flag) => readFlag(flag, { isQuestion, isScore: (id) => scores.some((score) => score.id === id) }, notes))
  return { scores, redFlags, notes }
}

const named = (kind: 'score' | 'red flag', name: unknown) => `The ${kind} ‘${textIn(name).slice(0, 200)}’`

function readScore({ id, name, questions, bands }: Score, isQuestion: (id: string) => boolean, notes: string[]): Score {
  const read = {
    id,
    name: cut(name, formLimits.name),
    questions: questions.filter(isQuestion).slice(0, formLimits.questions),
    bands: bands
      .filter(({ from, to }) => isNear(from) && isNear(to))
      .slice(0, formLimits.bands)
      .map(({ from, to, label }) => ({ from, to, label: cut(label, formLimits.name) })),
  }
  const lost = {
    question: questions.length - read.questions.length,
    band: bands.length - read.bands.length,
  }
  for (const [what, count] of Object.entries(lost)) if (count > 0) notes.push(`${named('score', name)} loses ${formatCount(count, what)}.`)
  return read
}

type Known = { isQuestion: (id: string) => boolean; isScore: (id: string) => boolean }

function readFlag({ id, name, answers, score, alertMinutes }: RedFlag, { isQuestion, isScore }: Known, notes: string[]): RedFlag {
  const condition = readFlagCondition(answers, isQuestion)
  const minutes = alertMinutes ?? 0
  const lost = (answers?.rules.length ?? 0) - (condition?.rules.length ?? 0)
  if (lost > 0) notes.push(`${named('red flag', name)} loses ${formatCount(lost, 'rule')} about answers.`)
  const isScoreKept = score !== undefined && isScore(score.score) && isNear(score.atLeast)
  if (score && !isScoreKept) notes.push(`${named('red flag', name)} loses its rule about a score.`)
  return {
    id,
    name: cut(name, formLimits.name),
    ...(condition && { answers: condition }),
    ...(isScoreKept && { score: { score: score.score, atLeast: score.atLeast } }),
    ...(Number.isInteger(minutes) && minutes >= 1 && minutes <= 10_080 && { alertMinutes: minutes }),
  }
}

function readFlagCondition(condition: Condition | undefined, isQuestion: (id: string) => boolean): Condition | undefined {
  if (condition?.match !== 'all' && condition?.match !== 'any') return undefined
  const rules = condition.rules.filter((rule) => isQuestion(rule.question) && Object.hasOwn(operators, rule.operator))
  return {
    match: condition.match,
    rules: rules
      .slice(0, formLimits.conditionRules)
      .map((rule) => ({ ...rule, ...(rule.value !== undefined && { value: rule.value.slice(0, 200) }) })),
  }
}
