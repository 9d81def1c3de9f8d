import type { ReactNode } from 'react'

import { VisuallyHidden } from './VisuallyHidden.tsx'

/** What stands in the table's body instead of rows. */
export function DataTableMessage({ width, children }: { width: number; children: ReactNode }) {
  return (
    <tr className="data-table__message" role="row">
      <td colSpan={width} role="cell">
        {children}
      </td>
    </tr>
  )
}

export function DataTableSkeleton({ rows, width }: { rows: number; width: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className="data-table__skeleton" role="row">
      {Array.from({ length: width }, (_, cell) => (
        <td key={cell} role="cell">
          {row === 0 && cell === 0 && <VisuallyHidden>Loading…</VisuallyHidden>}
          <span className="skeleton" aria-hidden="true" />
        </td>
      ))}
    </tr>
  ))
}
