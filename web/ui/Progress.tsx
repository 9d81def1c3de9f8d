import { useId } from 'react'
import type { ReactNode } from 'react'

type ProgressProps = { label: ReactNode; value?: number | undefined; max?: number; note?: ReactNode }

/** A progress bar. Without a value the amount of work is not known yet. */
export function Progress({ label, value, max = 100, note }: ProgressProps) {
  const id = useId()
  const percent = value === undefined ? undefined : Math.floor((100 * value) / Math.max(max, 1))
  return (
    <div className="progress">
      <div className="progress__head">
        <label htmlFor={id}>{label}</label>
        <span>{note ?? (percent === undefined ? '' : `${percent}%`)}</span>
      </div>
      <progress id={id} className="progress__bar" max={max} {...(value !== undefined && { value })} />
    </div>
  )
}
