import { chartWords } from './list-words.ts'

export type TrendPoint = { label: string; value: number }

type TrendChartProps = { caption: string; labelHeader: string; valueHeader: string; points: readonly TrendPoint[] }

export function TrendChart({ caption, labelHeader, valueHeader, points }: TrendChartProps) {
  const highest = Math.max(1, ...points.map((point) => point.value))
  const first = points[0]
  const last = points.at(-1)
  return (
    <figure className="trend">
      <figcaption className="trend__caption">
        <span>{caption}</span>
        <span className="muted">{chartWords.peak(highest)}</span>
      </figcaption>
      {/* Hidden from screen readers, because the table below has the same values. */}
      <div className="trend__columns" aria-hidden="true">
        {points.map(({ label, value }) => (
          <span key={label} className="trend__column" title={`${label}: ${value}`} style={{ blockSize: `${(100 * value) / highest}%` }} />
        ))}
      </div>
      <div className="trend__axis" aria-hidden="true">
        <span>{first?.label}</span>
        <span>{last?.label}</span>
      </div>
      <details className="trend__table">
        <summary>{chartWords.showTable}</summary>
        <table className="plain-table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{labelHeader}</th>
              <th scope="col">{valueHeader}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value.toLocaleString('en-GB')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
