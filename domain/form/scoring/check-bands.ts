import type { FormProblem } from '#domain/form/form-problem.ts'
import { formLimits } from '#domain/form/question.ts'
import { firstError } from '#domain/validation/rule.ts'
import { oneLine } from '#domain/validation/text-rules.ts'

import type { Band } from './score.ts'
import type { ScoreRange } from './score-range.ts'

type Found = Omit<FormProblem, 'score'>
type Placed = Band & { band: number }

const tolerance = 1e-9
const range = (from: number, to: number) => (from === to ? String(from) : `${from} to ${to}`)
const exact = (number: number) => Number(number.toFixed(6))

/** What is wrong with the bands of a score: each by itself, and beside each other from the lowest to the highest. */
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
