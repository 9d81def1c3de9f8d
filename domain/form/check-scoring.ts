import { firstError, oneLine } from '#domain/validation/rule.ts'

import type { Band, FormDefinition, FormProblem, Score, ScoreRule } from './definition.ts'
import { quoted } from './logic/condition.ts'
import { checkCondition, reasonNeverTrue } from './logic/lint.ts'
import type { Reach } from './logic/reach.ts'
import { type Condition, formLimits } from './question.ts'
import { exact, hasPoints, questionRange, scoreRange, type ScoreRange } from './scoring.ts'

type Found = Omit<FormProblem, 'score'>

/** Results are stored under the id of a score or red flag, so it must be valid and unique. */
export function checkId(id: string, others: readonly string[]): Found[] {
  const isGood = /^[A-Za-z0-9_-]{1,64}$/.test(id) && !(id in {}) && !others.includes(id)
  return isGood ? [] : [{ field: 'id', message: 'This ID is not valid or is already in use. Delete the item and add it again.' }]
}

/** Checks the name of a score or red flag, which must be unique. */
export function checkName(name: string, others: readonly string[]): Found[] {
  const shown = name.trim().toLowerCase()
  if (shown === '') return [{ field: 'name', message: 'Name is required.', isUnfinished: true }]
  const hidden = firstError(name, [oneLine], 'Name')
  if (hidden !== undefined) return [{ field: 'name', message: hidden }]
  if (name.length > formLimits.name) return [{ field: 'name', message: `Name must be ${formLimits.name} characters or fewer.` }]
  return others.some((other) => other.trim().toLowerCase() === shown)
    ? [{ field: 'name', message: `The name ‘${name.trim()}’ is already in use.` }]
    : []
}

/** All problems of a form's scores, in their order. */
export function checkScores(definition: FormDefinition): FormProblem[] {
  const scores = definition.scores ?? []
  if (scores.length > formLimits.scores) return [{ field: 'scores', message: `A form can have ${formLimits.scores} scores at most.` }]
  return scores.flatMap((score, index) => {
    const before = scores.slice(0, index)
    const counted = checkCounted(definition, score)
    // Without a valid sum the range of the score is unknown, so the bands are not checked.
    const bands = counted.length > 0 ? [] : checkBands(score.bands, scoreRange(definition, score))
    const id = checkId(
      score.id,
      before.map((one) => one.id),
    )
    const name = checkName(
      score.name,
      before.map((one) => one.name),
    )
    return [...id, ...name, ...counted, ...bands].map((found) => ({ ...found, score: score.id }))
  })
}

function checkCounted({ questions }: FormDefinition, score: Score): Found[] {
  const problem = (message: string): Found => ({ field: 'questions', message })
  if (score.questions.length === 0) return [{ ...problem('Select at least one question.'), isUnfinished: true }]
  return score.questions.flatMap((id, index): Found[] => {
    if (score.questions.indexOf(id) < index) return [problem('The same question is selected twice.')]
    const question = questions.find((one) => one.id === id)
    if (!question) return [problem('A selected question was deleted.')]
    if (!hasPoints(question)) return [problem(`Answers to ${quoted(question)} have no points, so they cannot be added to the score.`)]
    const without = (question.options ?? []).filter(({ points }) => points === undefined)
    if (without.length === 0) return []
    const all = without.length === question.options?.length
    const which = without.map(({ label }) => `‘${label}’`).join(', ')
    return [
      problem(
        `${quoted(question)} is selected, but ${all ? 'its options have' : `${which} ${without.length === 1 ? 'has' : 'have'}`} no points.`,
      ),
    ]
  })
}

type Placed = Band & { band: number }

const tolerance = 1e-9
const range = (from: number, to: number) => (from === to ? String(from) : `${from} to ${to}`)

/** Checks the bands of a score: each band, gaps and overlaps between bands, and the lowest and highest score. */
export function checkBands(bands: readonly Band[], possible: ScoreRange): Found[] {
  if (bands.length === 0) return []
  const single = bands.flatMap((band, index) =>
    checkBand(band, possible).map((found): Found => ({ ...found, field: 'bands', band: index })),
  )
  if (single.some(({ isWarning }) => !isWarning)) return single
  const sorted = bands.map((band, index): Placed => ({ ...band, band: index })).toSorted((one, other) => one.from - other.from)
  return [...single, ...checkNeighbours(sorted, possible), ...checkEnds(sorted, possible)].toSorted(
    (one, other) => (one.band ?? 0) - (other.band ?? 0),
  )
}

function checkBand({ from, to, label }: Band, { min, max }: ScoreRange): Pick<Found, 'message' | 'isWarning' | 'isUnfinished'>[] {
  if (label.trim() === '') return [{ message: 'Band name is required.', isUnfinished: true }]
  const hidden = firstError(label, [oneLine], 'Band name')
  if (hidden !== undefined) return [{ message: hidden }]
  if (label.length > formLimits.name) return [{ message: `Band name must be ${formLimits.name} characters or fewer.` }]
  if (from > to) return [{ message: `The end of ‘${label}’ is lower than its start.` }]
  return from > max || to < min ? [{ message: `‘${label}’ is out of range. The score is between ${min} and ${max}.`, isWarning: true }] : []
}

function checkNeighbours(sorted: readonly Placed[], { step }: ScoreRange): Found[] {
  return sorted.slice(1).flatMap((upper, index): Found[] => {
    const lower = sorted[index]
    if (!lower) return []
    const place = { field: 'bands' as const, band: upper.band }
    if (upper.from <= lower.to)
      return [{ ...place, message: `‘${lower.label}’ and ‘${upper.label}’ overlap at ${range(upper.from, Math.min(lower.to, upper.to))}.` }]
    return upper.from - lower.to > step + tolerance
      ? [
          {
            ...place,
            message: `No band covers ${range(exact(lower.to + step), exact(upper.from - step))}, between ‘${lower.label}’ and ‘${upper.label}’.`,
          },
        ]
      : []
  })
}

function checkEnds(sorted: readonly Placed[], { min, max, step }: ScoreRange): Found[] {
  const [lowest, highest] = [sorted[0], sorted.at(-1)]
  if (!lowest || !highest) return []
  const found: Found[] = []
  const warn = ({ band }: Placed, message: string) => found.push({ field: 'bands', band, message, isWarning: true })
  if (Number.isFinite(min) && lowest.from > min) warn(lowest, `No band covers ${range(min, exact(lowest.from - step))}, the lowest scores.`)
  if (Number.isFinite(max) && highest.to < max) warn(highest, `No band covers ${range(exact(highest.to + step), max)}, the highest scores.`)
  return found
}

type FlagProblem = Omit<FormProblem, 'redFlag'>

/** All problems of a form's red flags, in their order. */
export function checkRedFlags(definition: FormDefinition, reach: Reach): FormProblem[] {
  const flags = definition.redFlags ?? []
  if (flags.length > formLimits.redFlags)
    return [{ field: 'redFlags', message: `A form can have ${formLimits.redFlags} red flags at most.` }]
  return flags.flatMap(({ id, name, answers, score }, index) => {
    const before = flags.slice(0, index)
    const found = [
      ...checkId(
        id,
        before.map((flag) => flag.id),
      ),
      ...checkName(
        name,
        before.map((flag) => flag.name),
      ),
      ...(answers || score ? [] : [{ field: 'answers' as const, message: 'Add an answer condition or a score condition.' }]),
      ...(answers ? checkFlagAnswers(definition, answers, reach) : []),
      ...(score ? checkFlagScore(definition, score) : []),
    ]
    return found.map((one) => ({ ...one, redFlag: id }))
  })
}

function checkFlagAnswers({ questions }: FormDefinition, answers: Condition, reach: Reach): FlagProblem[] {
  const faults = checkCondition(answers, { questions, reasonAgainst: () => undefined })
  if (faults.length > 0) return faults.map((fault) => ({ ...fault, field: 'answers' }))
  const never = reasonNeverTrue(answers, questions, reach)
  return never ? [{ ...never, field: 'answers', message: `This red flag can never be raised. ${never.message}` }] : []
}

function checkFlagScore(definition: FormDefinition, { score: id, atLeast }: ScoreRule): FlagProblem[] {
  const problem = (message: string): FlagProblem => ({ field: 'score', message })
  const score = definition.scores?.find((one) => one.id === id)
  if (!score) return [problem('The score in this red flag was deleted.')]
  const { min, max } = scoreRange(definition, score)
  if (atLeast > max) return [problem(`‘${score.name}’ can never reach ${atLeast}. The highest score is ${max}.`)]
  if (atLeast <= min) return [{ ...problem(`‘${score.name}’ always reaches ${atLeast}. The lowest score is ${min}.`), isWarning: true }]
  const optional = definition.questions.filter((one) => score.questions.includes(one.id) && !one.required)
  return optional.map((one) => {
    const isBounded = Number.isFinite(questionRange(one).min)
    const words = isBounded ? 'it counts with its lowest points for this red flag' : 'this red flag is not raised by the score'
    return { ...problem(`${quoted(one)} is not required. If it is left empty, ${words}.`), isWarning: true }
  })
}
