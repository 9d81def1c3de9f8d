import { readExtension, shapes } from '#domain/form/fhir/codec.ts'
import { own, standard } from '#domain/form/fhir/extensions.ts'
import type { Extension } from '#domain/form/fhir/resource.ts'
import { extensionOf, type SourceItem } from '#domain/form/fhir/source.ts'
import { operators, type Condition } from '#domain/form/logic/condition.ts'
import { formLimits } from '#domain/form/question.ts'
import type { RedFlag } from '#domain/form/scoring/red-flag.ts'
import type { Score } from '#domain/form/scoring/score.ts'

import { isObject, textIn } from './raw.ts'

/** An item that shows a sum of other items' points, and which of them it counts. */
export type CalculatedScore = { item: SourceItem; counts: (linkId: string) => boolean }

/** Such as `%resource.item.where(linkId != '/69722-7').answer.weight().sum()`; nothing else is understood. */
const sum =
  /^%resource((?:\.item|\.descendants\(\)|\.repeat\(item\))+)(?:\.where\(([^()]*)\))?\.answer(?:\.value(?:Coding)?)?\.(?:weight|ordinal)\(\)\.sum\(\)$/
const comparison = /^linkId\s*(!?=)\s*'([^']*)'$/

export function calculatedScore(item: SourceItem): CalculatedScore | undefined {
  const expression: unknown = (extensionOf(item, standard.calculated) as { valueExpression?: unknown } | undefined)?.valueExpression // no extension of ours has one
  const [, , where = ''] = sum.exec(isObject(expression) ? textIn(expression['expression']).trim().slice(0, 5_000) : '') ?? []
  if (!isObject(expression) || !sum.test(textIn(expression['expression']).trim().slice(0, 5_000))) return undefined
  if (where === '') return { item, counts: () => true }
  const isAny = / or /.test(where)
  const tests = where.split(isAny ? / or / : / and /).map((one) => comparison.exec(one.trim()))
  if (tests.some((one) => one === null)) return undefined
  const holds = (linkId: string) => tests.map((one) => (one?.[2] === linkId) === (one?.[1] === '='))
  return { item, counts: (linkId) => (isAny ? holds(linkId).includes(true) : !holds(linkId).includes(false)) }
}

const isId = (id: unknown): id is string => typeof id === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(id)
const isNear = (number: unknown) => typeof number === 'number' && Math.abs(number) <= 1e9
const cut = (words: unknown, limit: number) => textIn(words).slice(0, limit * 4)

/** The scores and red flags of our own extensions; whatever in them is not as we would have written it is left out. */
export function readScoring(extensions: Extension[], isQuestion: (id: string) => boolean): { scores: Score[]; redFlags: RedFlag[] } {
  const all = (url: string, shape: (typeof shapes)['score' | 'redFlag']) =>
    extensions.filter((one) => one.url === url).map((one) => readExtension(one, shape))
  const scores = (all(own.score, shapes.score) as Score[]) // its shape is that of a score, but for what is missing
    .filter(({ id }) => isId(id))
    .slice(0, formLimits.scores)
    .map(({ id, name, questions, bands }) => ({
      id,
      name: cut(name, formLimits.name),
      questions: questions.filter(isQuestion).slice(0, formLimits.questions),
      bands: bands
        .filter(({ from, to }) => isNear(from) && isNear(to))
        .slice(0, formLimits.bands)
        .map(({ from, to, label }) => ({ from, to, label: cut(label, formLimits.name) })),
    }))
  const redFlags = (all(own.redFlag, shapes.redFlag) as RedFlag[]) // likewise
    .filter(({ id }) => isId(id))
    .slice(0, formLimits.redFlags)
    .map((flag) => readFlag(flag, isQuestion, (id) => scores.some((score) => score.id === id)))
  return { scores, redFlags }
}

function readFlag(
  { id, name, answers, score, alertMinutes }: RedFlag,
  isQuestion: (id: string) => boolean,
  isScore: (id: string) => boolean,
) {
  const condition = readCondition(answers, isQuestion)
  const minutes = alertMinutes ?? 0
  return {
    id,
    name: cut(name, formLimits.name),
    ...(condition && { answers: condition }),
    ...(score && isScore(score.score) && isNear(score.atLeast) && { score: { score: score.score, atLeast: score.atLeast } }),
    ...(Number.isInteger(minutes) && minutes >= 1 && minutes <= 10_080 && { alertMinutes: minutes }),
  }
}

function readCondition(condition: Condition | undefined, isQuestion: (id: string) => boolean): Condition | undefined {
  if (condition?.match !== 'all' && condition?.match !== 'any') return undefined
  const rules = condition.rules.filter((rule) => isQuestion(rule.question) && Object.hasOwn(operators, rule.operator))
  return {
    match: condition.match,
    rules: rules
      .slice(0, formLimits.conditionRules)
      .map((rule) => ({ ...rule, ...(rule.value !== undefined && { value: rule.value.slice(0, 200) }) })),
  }
}
