import type { ReactNode } from 'react'

import { Link } from './Link.tsx'

type StatTileProps = { label: string; figure: ReactNode; href: string; note?: ReactNode; kind?: 'plain' | 'urgent' }

/** A number that links to the list it counts. */
export function StatTile({ label, figure, href, note, kind = 'plain' }: StatTileProps) {
  return (
    <Link className={`stat-tile stat-tile--${kind}`} href={href}>
      <span className="stat-tile__label">{label}</span>
      <span className="stat-tile__figure">{figure}</span>
      {note && <span className="stat-tile__note">{note}</span>}
    </Link>
  )
}
