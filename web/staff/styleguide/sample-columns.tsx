import { Badge } from '#web/ui/Badge.tsx'
import type { Column } from '#web/ui/data-table.ts'

import type { SampleRequest } from './sample-requests.ts'

export const requestColumns: Column<SampleRequest>[] = [
  { id: 'patient', header: 'Patient', sortBy: 'patient', isRowHeader: true, cell: (row) => row.patient },
  { id: 'nhsNumber', header: 'NHS number', isNowrap: true, cell: (row) => row.nhsNumber },
  {
    id: 'status',
    header: 'Status',
    sortBy: 'status',
    cell: (row) => (
      <>
        <Badge kind={row.status.kind}>{row.status.label}</Badge> {row.isUrgent && <Badge kind="danger">Urgent</Badge>}
      </>
    ),
  },
  { id: 'form', header: 'Form', sortBy: 'form', cell: (row) => row.form },
  { id: 'specialty', header: 'Specialty', sortBy: 'specialty', cell: (row) => row.specialty },
  { id: 'method', header: 'Sent by', cell: (row) => row.method, isNowrap: true },
  { id: 'location', header: 'Location', sortBy: 'location', cell: (row) => row.location },
  { id: 'assignee', header: 'Assignee', sortBy: 'assignee', cell: (row) => row.assignee ?? <span className="muted">Unassigned</span> },
  { id: 'created', header: 'Created', sortBy: 'created', isNowrap: true, cell: (row) => row.created },
]
