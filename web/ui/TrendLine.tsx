import { linesBetween } from './chart-scale.ts'

/** Values over time as a small line without labels. Hidden from screen readers, because the words beside it say the values. */
export function TrendLine({ points }: { points: readonly { at: number; value: number }[] }) {
  const [values, times] = [points.map(({ value }) => value), points.map(({ at }) => at)]
  const lines = linesBetween(Math.min(0, ...values), Math.max(1, ...values))
  const [lowest, highest] = [lines[0]!, lines.at(-1)!] // two at least
  const [start, end] = [Math.min(...times), Math.max(...times)]
  const placed = points.map(({ at, value }) => {
    const x = end === start ? 50 : (100 * (at - start)) / (end - start)
    return `${x.toFixed(2)},${(100 - (100 * (value - lowest)) / (highest - lowest)).toFixed(2)}`
  })
  return (
    <svg className="trend-line" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={placed.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
