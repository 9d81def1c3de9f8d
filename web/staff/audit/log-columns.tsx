import type { LogEntry } from '#contract/audit.ts'
import { formatDateTime } from '#domain/dates.ts'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { eventLabel } from './event-label.ts'
import './audit.scss'
import { auditLogWords as words } from './words.ts'

type Choosing = { hasPeople: boolean; onPerson: (memberId: string) => void }

export const logColumns = ({ hasPeople, onPerson }: Choosing): Column<LogEntry>[] => [
  { id: 'at', header: words.columns.when, cell: ({ at }) => formatDateTime(at), isNowrap: true, isRowHeader: true },
  ...(hasPeople ? [{ id: 'who', header: words.columns.who, cell: ({ by }: LogEntry) => <Person by={by} onPerson={onPerson} /> }] : []),
  { id: 'what', header: words.columns.what, cell: ({ description }) => description },
  { id: 'event', header: words.columns.event, cell: ({ eventType }) => <span className="muted">{eventLabel(eventType)}</span> },
]

/** Pressing a name shows only that user’s events. */
function Person({ by: { id, name }, onPerson }: Pick<LogEntry, 'by'> & Pick<Choosing, 'onPerson'>) {
  if (!id) return name
  return (
    <Button kind="link" className="log-person" onClick={() => onPerson(id)}>
      <VisuallyHidden>{words.onlyBy}</VisuallyHidden>
      {name}
    </Button>
  )
}
