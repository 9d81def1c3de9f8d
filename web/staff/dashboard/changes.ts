import { dashboardWords } from './words.ts'
import { durationWords } from './duration.ts'

const words = dashboardWords.change

/** A figure, and the words that compare it with the figure of the period before; without those words there is nothing to compare. */
export type Comparison = { figure: string; than?: { change: string; before: string } }

const number = (count: number) => count.toLocaleString('en-GB')

export function compareCounts(now: number, before: number): Comparison {
  const difference = Math.abs(now - before)
  const change = now === before ? words.same : now > before ? words.more(number(difference)) : words.fewer(number(difference))
  return { figure: number(now), than: { change, before: number(before) } }
}

type Share = { answered: number; created: number }
/** In whole per cent; undefined of none. */
const percentOf = ({ answered, created }: Share) => (created === 0 ? undefined : Math.round((100 * answered) / created))

export function compareRates(now: Share, before: Share): Comparison {
  const [rate, then] = [percentOf(now), percentOf(before)]
  const figure = rate === undefined ? '–' : `${rate}%`
  if (rate === undefined || then === undefined) return { figure }
  const points = words.points(Math.abs(rate - then))
  const change = rate === then ? words.same : rate > then ? words.higher(points) : words.lower(points)
  return { figure, than: { change, before: `${then}%` } }
}

export function compareHours(now: number | null, before: number | null): Comparison {
  const figure = now === null ? '–' : durationWords(now)
  if (now === null || before === null) return { figure }
  const then = durationWords(before)
  const difference = durationWords(Math.abs(now - before))
  const change = figure === then ? words.same : now > before ? words.longer(difference) : words.shorter(difference)
  return { figure, than: { change, before: then } }
}
