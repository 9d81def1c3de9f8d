import type { RequestSummary } from '#contract/request.ts'
import { dateOf, formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { methodLabel } from '#domain/notification.ts'
import { specialtyName } from '#domain/specialties.ts'
import { deliveryOf } from '#web/staff/requests/delivery.ts'
import { StatusBadge, UrgentBadge } from '#web/staff/requests/StatusBadge.tsx'
import type { Column } from '#web/ui/data-table.ts'

const blank = <span className="muted">–</span>
const dayOf = (moment: string | null) => (moment ? formatDate(dateOf(moment)) : blank)

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`
export const specialtyWords = (code: string) => `${code} ${specialtyName(code) ?? ''}`.trim()

/** How the form was sent, and how the latest message fared. */
function SentBy({ request: { notificationMethod, notification } }: { request: RequestSummary }) {
  const delivery = notification && deliveryOf(notification.status)
  return (
    <>
      {methodLabel(notificationMethod)}
      {delivery && <span className={delivery.kind === 'danger' ? 'delivery delivery--failed' : 'delivery'}>{delivery.label}</span>}
    </>
  )
}

export const requestColumns: Column<RequestSummary>[] = [
  { id: 'patient', header: 'Patient', sortBy: 'lastName', isRowHeader: true, cell: ({ patient }) => fullName(patient) },
  {
    id: 'nhsNumber',
    header: 'NHS number',
    isNowrap: true,
    cell: ({ patient }) => (patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : blank),
  },
  {
    id: 'status',
    header: 'Status',
    sortBy: 'status',
    isNowrap: true,
    cell: ({ status, isUrgent }) => (
      <>
        <StatusBadge status={status} /> {isUrgent && <UrgentBadge />}
      </>
    ),
  },
  {
    id: 'form',
    header: 'Form',
    cell: ({ form }) => (
      <>
        {form.title} <span className="muted nowrap">v{form.version}</span>
      </>
    ),
  },
  { id: 'specialty', header: 'Specialty', sortBy: 'specialty', cell: ({ specialty }) => (specialty ? specialtyWords(specialty) : blank) },
  { id: 'pathway', header: 'Pathway', sortBy: 'pathwayId', isNowrap: true, cell: ({ pathwayId }) => pathwayId || blank },
  { id: 'sentBy', header: 'Sent by', isNowrap: true, cell: (request) => <SentBy request={request} /> },
  { id: 'location', header: 'Location', sortBy: 'location', cell: ({ location }) => location || blank },
  { id: 'assignee', header: 'Assignee', cell: ({ assignee }) => assignee?.name ?? blank },
  { id: 'created', header: 'Created', sortBy: 'createdAt', isNowrap: true, cell: ({ createdAt }) => dayOf(createdAt) },
  { id: 'submitted', header: 'Submitted', sortBy: 'submittedAt', isNowrap: true, cell: ({ submittedAt }) => dayOf(submittedAt) },
]
