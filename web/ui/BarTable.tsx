import { Link } from './Link.tsx'

export type Bar = { label: string; value: number; href?: string | undefined }

type BarTableProps = {
  caption: string
  labelHeader: string
  valueHeader: string
  bars: readonly Bar[]
  format?: (value: number) => string
  /** the value of a full bar; without it the longest bar is full */
  max?: number
}

const grouped = (value: number) => value.toLocaleString('en-GB')

/** A chart that is its own data table. */
export function BarTable({ caption, labelHeader, valueHeader, bars, format = grouped, max }: BarTableProps) {
  const longest = max ?? Math.max(1, ...bars.map((bar) => bar.value))
  return (
    <table className="bar-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{labelHeader}</th>
          <th scope="col">{valueHeader}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, value, href }) => (
          <tr key={label}>
            <th scope="row">{href ? <Link href={href}>{label}</Link> : label}</th>
            <td>
              <span className="bar-table__track">
                <span className="bar-table__bar" style={{ inlineSize: `${(100 * value) / longest}%` }} />
              </span>
              <span className="bar-table__value">{format(value)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
