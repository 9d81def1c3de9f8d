import type { CSSProperties } from 'react'

export type LinePoint = { id: string; at: number; value: number; title: string }
/** A named range of the scale. */
export type LineBand = { from: number; to: number; label: string }

type LineChartProps = { caption: string; points: readonly LinePoint[]; bands: readonly LineBand[]; first: string; last: string }

/** Values over time, above named bands. Hidden from screen readers: every page with a chart has a table of the same values. */
export function LineChart({ caption, points, bands, first, last }: LineChartProps) {
  const scale = scaleOf(points, bands)
  const line = points.map((point) => `${scale.x(point.at)},${100 - scale.y(point.value)}`).join(' ')
  return (
    <figure className="line-chart">
      <figcaption className="line-chart__caption">{caption}</figcaption>
      <div className="line-chart__plot" aria-hidden="true">
        <span className="line-chart__end line-chart__end--top">{scale.highest}</span>
        <span className="line-chart__end line-chart__end--bottom">{scale.lowest}</span>
        {bands.map(({ from, to, label }, index) => (
          <span key={`${from} ${label}`} className="line-chart__band" data-is-odd={index % 2 === 1} style={placeOf(scale, from, to)}>
            {label}
          </span>
        ))}
        <div className="line-chart__area">
          <svg className="line-chart__line" viewBox="0 0 100 100" preserveAspectRatio="none">
            <polyline points={line} vectorEffect="non-scaling-stroke" />
          </svg>
          {points.map(({ id, at, value, title }) => (
            <span
              key={id}
              className="line-chart__point"
              title={title}
              style={{ insetInlineStart: `${scale.x(at)}%`, insetBlockEnd: `${scale.y(value)}%` }}
            />
          ))}
        </div>
      </div>
      <div className="line-chart__axis" aria-hidden="true">
        <span>{first}</span>
        {last !== first && <span>{last}</span>}
      </div>
    </figure>
  )
}

type Scale = ReturnType<typeof scaleOf>

/** Positions in per cent of the plot. Distances are proportional to time. A single point is in the middle. */
function scaleOf(points: readonly LinePoint[], bands: readonly LineBand[]) {
  const values = [...points.map(({ value }) => value), ...bands.flatMap(({ from, to }) => [from, to])]
  const [lowest, highest] = [Math.min(0, ...values), Math.max(1, ...values)]
  const times = points.map(({ at }) => at)
  const [start, end] = [Math.min(...times), Math.max(...times)]
  const round = (share: number) => Number((share * 100).toFixed(2))
  return {
    lowest,
    highest,
    x: (at: number) => (end === start ? 50 : round(0.03 + (0.94 * (at - start)) / (end - start))),
    y: (value: number) => round((value - lowest) / (highest - lowest)),
  }
}

/** A band extends half a point beyond its ends, so that neighbouring bands touch. */
function placeOf(scale: Scale, from: number, to: number): CSSProperties {
  const bottom = Math.max(0, scale.y(from - 0.5))
  return { insetBlockEnd: `${bottom}%`, blockSize: `${Math.min(100, scale.y(to + 0.5)) - bottom}%` }
}
