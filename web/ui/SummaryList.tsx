import type { ReactNode } from 'react'

import { tableWords } from './list-words.ts'

export type SummaryRow = { label: ReactNode; value: ReactNode; action?: ReactNode }

export function SummaryList({ rows }: { rows: readonly SummaryRow[] }) {
  return (
    <dl className="summary-list">
      {rows.map(({ label, value, action }, index) => (
        <div key={index} className="summary-list__row">
          <dt>{label}</dt>
          <dd>{value === undefined || value === null || value === '' ? <span className="muted">{tableWords.notGiven}</span> : value}</dd>
          {action && <dd className="summary-list__action">{action}</dd>}
        </div>
      ))}
    </dl>
  )
}
