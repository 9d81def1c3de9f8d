import type { RequestSummary } from '#contract/request-records.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { methodLabel } from '#domain/notification.ts'
import { canHaveOutcome } from '#domain/outcomes.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import { deliveryOfRequest } from '#web/staff/requests/delivery.ts'
import { StatusBadge, UrgentBadge } from '#web/staff/requests/StatusBadge.tsx'
import { ResultsInRow } from '#web/staff/scores/ResultsInRow.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { Clipped } from '#web/ui/Clipped.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { requestColumnWords as words } from './words.ts'

const blank = <span className="muted">–</span>
const dayOf = (moment: string | null) => (moment ? formatDate(dateOf(moment)) : blank)

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`
export const specialtyWords = (code: string) => `${code} ${specialtyName(code) ?? ''}`.trim()

/** How the form was sent, and how the latest message fared: a tick where all is well, words where it is not. */
function SentBy({ request }: { request: RequestSummary }) {
  const { label, kind } = deliveryOfRequest(request) ?? {}
  return (
    <span className={`delivery delivery--${kind ?? 'none'}`}>
      {methodLabel(request.notificationMethod)}{' '}
      {kind === 'success' ? (
        <span title={label}>
          <Icon name="tick" />
          <VisuallyHidden>{label}</VisuallyHidden>
        </span>
      ) : (
        <span className="delivery__words">{label}</span>
      )}
    </span>
  )
}

export const requestColumns: Column<RequestSummary>[] = [
  { id: 'patient', header: words.patient, sortBy: 'lastName', isRowHeader: true, cell: ({ patient }) => fullName(patient) },
  {
    id: 'nhsNumber',
    header: words.nhsNumber,
    isNowrap: true,
    cell: ({ patient }) => (patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : blank),
  },
  {
    id: 'status',
    header: words.status,
    sortBy: 'status',
    cell: ({ status, isUrgent }) => (
      <>
        <StatusBadge status={status} /> {isUrgent && <UrgentBadge size="xs" />}
      </>
    ),
  },
  {
    id: 'form',
    header: words.form,
    isNowrap: true,
    cell: (request) => (
      <>
        <Clipped text={request.form.title} size="lg" /> <span className="muted">{words.version(request.form.version)}</span>
        <ResultsInRow request={request} />
      </>
    ),
  },
  {
    id: 'specialty',
    header: words.specialty,
    sortBy: 'specialty',
    cell: ({ specialty }) => (specialty ? <Clipped text={specialtyWords(specialty)} size="md" /> : blank),
  },
  { id: 'pathway', header: words.pathway, sortBy: 'pathwayId', isNowrap: true, cell: ({ pathwayId }) => pathwayId || blank },
  { id: 'sentBy', header: words.sentBy, isNowrap: true, cell: (request) => <SentBy request={request} /> },
  {
    id: 'location',
    header: words.location,
    sortBy: 'location',
    cell: ({ location }) => (location ? <Clipped text={location} size="sm" /> : blank),
  },
  { id: 'assignee', header: words.assignee, cell: ({ assignee }) => (assignee ? <Clipped text={assignee.name} size="sm" /> : blank) },
  { id: 'created', header: words.created, sortBy: 'createdAt', isNowrap: true, cell: ({ createdAt }) => dayOf(createdAt) },
  { id: 'submitted', header: words.submitted, sortBy: 'submittedAt', isNowrap: true, cell: ({ submittedAt }) => dayOf(submittedAt) },
]

const outcomeColumn: Column<RequestSummary> = {
  id: 'outcome',
  header: words.outcome,
  cell: ({ outcome }) => outcome?.name ?? blank,
}

/** Whether the list is about form requests that have ended, or about an outcome. */
export const showsOutcome = ({ status, outcome }: { status: readonly RequestStatus[]; outcome: readonly string[] }) =>
  outcome.length > 0 || (status.length > 0 && status.every(canHaveOutcome))

/** The columns with the outcome, in place of the way in which the form was sent. */
export const outcomeColumns = requestColumns.map((column) => (column.id === 'sentBy' ? outcomeColumn : column))
