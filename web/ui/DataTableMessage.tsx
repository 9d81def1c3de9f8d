import type { ReactNode } from 'react'

import { VisuallyHidden } from './VisuallyHidden.tsx'
import { loading } from './words.ts'

/** A message in place of the rows of a table. */
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
          {row === 0 && cell === 0 && <VisuallyHidden>{loading}</VisuallyHidden>}
          <span className="skeleton" aria-hidden="true" />
        </td>
      ))}
    </tr>
  ))
}
