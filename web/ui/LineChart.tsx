import { useRef, useState, type CSSProperties, type PointerEvent } from 'react'

import { ChartSlider } from './ChartSlider.tsx'
import { linesBetween, spacedPoints } from './chart-scale.ts'

/** `label`: its label below the chart, where there is room. `title`: its values in words. */
export type LinePoint = { id: string; at: number; value: number; label: string; title: string }
/** A named range of the scale. */
export type LineBand = { from: number; to: number; label: string }

type LineChartProps = {
  caption: string
  /** at least one, the earliest first */
  points: readonly LinePoint[]
  bands: readonly LineBand[]
}

/**
 * Values over time, above named bands. The pointer, or the arrow keys on a slider, show the values of a point. The lines are hidden from screen
 * readers, which announce the slider, and every page with a chart has a table of the same values.
 */
export function LineChart({ caption, points, bands }: LineChartProps) {
  const [chosen, setChosen] = useState(points.length - 1)
  const [hovered, setHovered] = useState<number>()
  const slider = useRef<HTMLInputElement>(null)
  const scale = scaleOf(points, bands)
  const shown = hovered ?? Math.min(chosen, points.length - 1)
  const point = points[shown]! // one of these points
  const nearest = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = (100 * (event.clientX - left)) / width
    const distances = points.map((one) => Math.abs(scale.x(one.at) - at))
    return distances.indexOf(Math.min(...distances))
  }
  const xs = points.map(({ at }) => scale.x(at))
  const labelled = spacedPoints(xs, 20)
  const labelledOnPhones = spacedPoints(
    labelled.map((nth) => xs[nth]!),
    40,
  ).map((nth) => labelled[nth])
  return (
    <figure className="line-chart">
      <figcaption className="line-chart__caption">{caption}</figcaption>
      <div className="line-chart__plot" style={{ '--trend-labels': `${scale.labelLength}ch` } as CSSProperties /* a custom property */}>
        <div aria-hidden="true">
          {bands.map(({ from, to, label }, index) => (
            <span key={`${from} ${label}`} className="line-chart__band" data-is-odd={index % 2 === 1} style={placeOf(scale, from, to)}>
              {label}
            </span>
          ))}
          {scale.lines.map((value) => (
            <span key={value} className="trend__line" style={{ insetBlockEnd: `${scale.y(value)}%` }}>
              <span className="trend__number">{value.toLocaleString('en-GB')}</span>
            </span>
          ))}
        </div>
        <div
          className="line-chart__area"
          role="presentation"
          onPointerMove={(event) => setHovered(nearest(event))}
          onPointerDown={(event) => setChosen(nearest(event))}
          onPointerLeave={() => setHovered(undefined)}
          onClick={() => slider.current?.focus()}
        >
          <ChartSlider
            ref={slider}
            label={caption}
            count={points.length}
            chosen={shown}
            words={point.title}
            onChoose={(nth) => {
              setChosen(nth)
              setHovered(undefined)
            }}
          />
          <div aria-hidden="true">
            <svg className="line-chart__line" viewBox="0 0 100 100" preserveAspectRatio="none">
              <polyline
                points={points.map(({ value }, nth) => `${xs[nth]},${100 - scale.y(value)}`).join(' ')}
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            <span
              className="trend__cursor line-chart__cursor"
              data-is-hovered={hovered !== undefined}
              style={{ insetInlineStart: `${xs[shown]}%` }}
            />
            {points.map(({ id, value }, nth) => (
              <span
                key={id}
                className="line-chart__point"
                style={{ insetInlineStart: `${xs[nth]}%`, insetBlockEnd: `${scale.y(value)}%` }}
              />
            ))}
            <span
              className="trend__reading line-chart__reading"
              data-is-hovered={hovered !== undefined}
              data-is-left={xs[shown]! > 50}
              style={{ '--at': `${xs[shown]}%` } as CSSProperties /* likewise */}
            >
              {point.title}
            </span>
            {labelled.map((nth) => (
              <span
                key={points[nth]!.id}
                className="line-chart__label"
                data-needs-room={!labelledOnPhones.includes(nth)}
                style={{ '--at': `${xs[nth]}%` } as CSSProperties /* likewise */}
              >
                {points[nth]!.label}
              </span>
            ))}
          </div>
        </div>
      </div>
    </figure>
  )
}

type Scale = ReturnType<typeof scaleOf>

/** Positions in per cent of the plot. Distances are proportional to time. A single point is in the middle. */
function scaleOf(points: readonly LinePoint[], bands: readonly LineBand[]) {
  const values = [...points.map(({ value }) => value), ...bands.flatMap(({ from, to }) => [from, to])]
  const lines = linesBetween(Math.min(0, ...values), Math.max(1, ...values))
  const [lowest, highest] = [lines[0]!, lines.at(-1)!] // two at least
  const times = points.map(({ at }) => at)
  const [start, end] = [Math.min(...times), Math.max(...times)]
  const round = (share: number) => Number((share * 100).toFixed(2))
  return {
    lines,
    labelLength: Math.max(...lines.map((line) => line.toLocaleString('en-GB').length)),
    x: (at: number) => (end === start ? 50 : round(0.03 + (0.94 * (at - start)) / (end - start))),
    y: (value: number) => round((value - lowest) / (highest - lowest)),
  }
}

/** A band extends half a point beyond its ends, so that neighbouring bands touch. */
function placeOf(scale: Scale, from: number, to: number): CSSProperties {
  const bottom = Math.max(0, scale.y(from - 0.5))
  return { insetBlockEnd: `${bottom}%`, blockSize: `${Math.min(100, scale.y(to + 0.5)) - bottom}%` }
}
