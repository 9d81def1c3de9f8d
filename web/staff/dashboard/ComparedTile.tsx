import { Link } from '#web/ui/Link.tsx'

import type { Comparison } from './changes.ts'

type ComparedTileProps = {
  label: string
  note: string
  comparison: Comparison
  href: string
  /** the days before, and the list of the figure in those days */
  before: { days: string; href: string }
  /** shown where there is nothing to compare with */
  nothing?: string
}

/** A figure of the period that links to its list, with the figure of the period before and its list. */
export function ComparedTile({ label, note, comparison: { figure, than }, href, before, nothing }: ComparedTileProps) {
  return (
    <div className="stat-tile stat-tile--compared">
      <Link className="stat-tile__link" href={href}>
        <span className="stat-tile__label">{label}</span>
        <span className="stat-tile__figure">{figure}</span>
      </Link>
      <span className="stat-tile__note">{note}</span>
      <span className="stat-tile__change">
        {than ? (
          <>
            {than.change}{' '}
            <Link href={before.href}>
              {than.before} <span className="stat-tile__days">({before.days})</span>
            </Link>
          </>
        ) : (
          nothing
        )}
      </span>
    </div>
  )
}
