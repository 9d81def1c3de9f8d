import { useRef, useState, type CSSProperties, type PointerEvent } from 'react'

import { ChartSlider } from './ChartSlider.tsx'
import { Link } from './Link.tsx'
import { ScrollRegion } from './ScrollRegion.tsx'
import { labelledPoints, scaleLines } from './chart-scale.ts'
import { chartWords } from './list-words.ts'

type Value = { label: string; value: number; href: string }
/** One point of both lines. `axisLabel`: its label below the chart, where there is room. `isWeekend`: a day of a weekend, which is shaded. */
export type TrendPoint = Value & { axisLabel: string; isWeekend?: boolean; before: Value }

type TrendChartProps = {
  caption: string
  /** what a point is, for example "Day" */
  pointHeader: string
  /** the names of the two lines */
  nowHeader: string
  beforeHeader: string
  /** at least one */
  points: readonly TrendPoint[]
}

/**
 * Values over time beside those of an earlier time, each a link. A point is chosen with a press or the arrow keys, and its values are the links
 * below. A pointer above the chart only shows the values of a point: the way to the links leads over other points. The keys work on a slider,
 * which screen readers announce; the lines are hidden from them, and the table has every value.
 */
export function TrendChart({ caption, pointHeader, nowHeader, beforeHeader, points }: TrendChartProps) {
  const [chosen, setChosen] = useState(points.length - 1)
  const [hovered, setHovered] = useState<number>()
  const slider = useRef<HTMLInputElement>(null)
  const lines = scaleLines(Math.max(...points.flatMap(({ value, before }) => [value, before.value])))
  const highest = lines.at(-1)! // scaleLines returns two at least
  const xOf = (nth: number) => (points.length === 1 ? 50 : (100 * nth) / (points.length - 1))
  // Half a day to each side of the point, as far as the chart goes.
  const columnOf = (nth: number) => {
    const [start, end] = [nth - 0.5, nth + 0.5].map((at) => Math.min(100, Math.max(0, xOf(at))))
    return { insetInlineStart: `${start}%`, inlineSize: `${end! - start!}%` }
  }
  const yOf = (value: number) => 100 - (100 * value) / highest
  const point = points[chosen]! // chosen from these points
  const shown = hovered ?? chosen
  const shownPoint = points[shown]! // likewise
  const nthUnder = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const nth = Math.round(((event.clientX - left) / width) * (points.length - 1))
    return Math.min(points.length - 1, Math.max(0, nth))
  }
  const choose = (nth: number) => {
    setChosen(nth)
    setHovered(undefined)
  }
  const toLine = (valueOf: (one: TrendPoint) => number) => points.map((one, nth) => `${xOf(nth)},${yOf(valueOf(one))}`).join(' ')
  const wordsFor = ({ before, ...now }: TrendPoint) => [now, before].map(({ label, value }) => chartWords.point(label, value))
  const words = wordsFor(point)
  return (
    <figure
      className="trend"
      style={{ '--trend-labels': `${highest.toLocaleString('en-GB').length}ch` } as CSSProperties /* a custom property */}
    >
      <figcaption className="trend__caption">{caption}</figcaption>
      <ul className="trend__legend">
        <li className="trend__name">{nowHeader}</li>
        <li className="trend__name trend__name--before">{beforeHeader}</li>
        {points.some(({ isWeekend }) => isWeekend) && <li className="trend__name trend__name--weekend">{chartWords.weekend}</li>}
      </ul>
      <div
        className="trend__area"
        role="presentation"
        onPointerMove={(event) => (event.buttons > 0 ? choose : setHovered)(nthUnder(event))}
        onPointerDown={(event) => choose(nthUnder(event))}
        onPointerLeave={() => setHovered(undefined)}
        onClick={() => slider.current?.focus()}
      >
        <ChartSlider
          ref={slider}
          label={caption}
          count={points.length}
          chosen={chosen}
          words={chartWords.pointWithBefore(words[0]!, words[1]!)}
          onChoose={choose}
        />
        <div aria-hidden="true">
          {points.map(({ label, isWeekend }, nth) => isWeekend && <span key={label} className="trend__weekend" style={columnOf(nth)} />)}
          {lines.map((value) => (
            <span key={value} className="trend__line" style={{ insetBlockStart: `${yOf(value)}%` }}>
              <span className="trend__number">{value.toLocaleString('en-GB')}</span>
            </span>
          ))}
          <svg className="trend__lines" viewBox="0 0 100 100" preserveAspectRatio="none">
            <polyline className="trend__before" points={toLine(({ before }) => before.value)} vectorEffect="non-scaling-stroke" />
            <polyline className="trend__now" points={toLine(({ value }) => value)} vectorEffect="non-scaling-stroke" />
          </svg>
          <span className="trend__cursor" style={{ insetInlineStart: `${xOf(shown)}%` }} />
          {[shownPoint.before, shownPoint].map(({ value }, nth) => (
            <span
              key={nth === 0 ? 'before' : 'now'}
              className={nth === 0 ? 'trend__dot trend__dot--before' : 'trend__dot'}
              style={{ insetInlineStart: `${xOf(shown)}%`, insetBlockStart: `${yOf(value)}%` }}
            />
          ))}
          {hovered !== undefined && (
            <span
              className="trend__reading"
              data-is-left={xOf(shown) > 50}
              style={{ '--at': `${xOf(shown)}%` } as CSSProperties /* likewise */}
            >
              {wordsFor(shownPoint).map((line, nth) => (
                <span key={nth === 0 ? 'now' : 'before'} className={nth === 0 ? 'trend__name' : 'trend__name trend__name--before'}>
                  {line}
                </span>
              ))}
            </span>
          )}
          {labelledPoints(points.length, 6).map((nth, label) => (
            // Every other label has room on a phone too.
            <span
              key={nth}
              className="trend__day"
              data-is-extra={label % 2 === 1}
              style={{ '--at': `${xOf(nth)}%` } as CSSProperties /* likewise */}
            >
              {points[nth]!.axisLabel}
            </span>
          ))}
        </div>
      </div>
      <p className="trend__chosen">
        {[point, point.before].map(({ href }, nth) => (
          <Link key={nth === 0 ? 'now' : 'before'} className={nth === 0 ? 'trend__name' : 'trend__name trend__name--before'} href={href}>
            {words[nth]}
          </Link>
        ))}
      </p>
      <details className="trend__table">
        <summary>{chartWords.showTable}</summary>
        <ScrollRegion label={caption}>
          <table className="plain-table">
            <caption className="visually-hidden">{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{pointHeader}</th>
                <th scope="col">{nowHeader}</th>
                <th scope="col">{beforeHeader}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ before, ...now }) => (
                <tr key={now.label}>
                  <th scope="row">{now.label}</th>
                  <td>
                    <Link href={now.href}>{now.value.toLocaleString('en-GB')}</Link>
                  </td>
                  <td>
                    <Link href={before.href}>{before.value.toLocaleString('en-GB')}</Link> <span className="muted">{before.label}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </figure>
  )
}
