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
const clipped = (text: string | undefined, title?: string) =>
  text ? <Clipped text={text} size="fill" {...(title !== undefined && { title })} /> : blank

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

/** All columns of the worklist, in their first order. The name of the patient is always shown, as it is the link of the row. */
export const requestColumns = [
  {
    id: 'patient',
    header: words.patient,
    sortBy: 'lastName',
    isRowHeader: true,
    cell: ({ patient }) => <Clipped text={fullName(patient)} size="fill" />,
  },
  {
    id: 'nhsNumber',
    header: words.nhsNumber,
    isNowrap: true,
    cell: ({ patient }) => (patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : blank),
  },
  { id: 'dateOfBirth', header: words.dateOfBirth, isNowrap: true, cell: ({ patient }) => formatDate(patient.dateOfBirth) },
  {
    id: 'status',
    header: words.status,
    sortBy: 'status',
    isNowrap: true,
    cell: ({ status, isUrgent }) => (
      <>
        <StatusBadge status={status} size="xs" /> {isUrgent && <UrgentBadge size="xs" />}
      </>
    ),
  },
  {
    id: 'form',
    header: words.form,
    width: 'wide',
    cell: (request) => (
      <span className="form-cell">
        <Clipped text={request.form.title} size="fill" />
        <ResultsInRow request={request} />
      </span>
    ),
  },
  { id: 'version', header: words.version, isNowrap: true, cell: ({ form }) => form.version },
  {
    id: 'specialty',
    header: words.specialty,
    sortBy: 'specialty',
    width: 'medium',
    cell: ({ specialty }) => clipped(specialty && (specialtyName(specialty) ?? specialty), specialtyWords(specialty)),
  },
  { id: 'pathway', header: words.pathway, sortBy: 'pathwayId', isNowrap: true, cell: ({ pathwayId }) => pathwayId || blank },
  { id: 'sentBy', header: words.sentBy, isNowrap: true, cell: (request) => <SentBy request={request} /> },
  { id: 'location', header: words.location, sortBy: 'location', width: 'narrow', cell: ({ location }) => clipped(location) },
  { id: 'event', header: words.event, width: 'narrow', cell: ({ event }) => clipped(event) },
  { id: 'assignee', header: words.assignee, width: 'narrow', cell: ({ assignee }) => clipped(assignee?.name) },
  { id: 'outcome', header: words.outcome, width: 'narrow', cell: ({ outcome }) => clipped(outcome?.name) },
  { id: 'created', header: words.created, sortBy: 'createdAt', isNowrap: true, cell: ({ createdAt }) => dayOf(createdAt) },
  { id: 'submitted', header: words.submitted, sortBy: 'submittedAt', isNowrap: true, cell: ({ submittedAt }) => dayOf(submittedAt) },
  { id: 'updated', header: words.updated, sortBy: 'updatedAt', isNowrap: true, cell: ({ updatedAt }) => dayOf(updatedAt) },
  { id: 'expires', header: words.expires, sortBy: 'expiresAt', isNowrap: true, cell: ({ expiresAt }) => dayOf(expiresAt) },
] as const satisfies Column<RequestSummary>[]
export type RequestColumnId = (typeof requestColumns)[number]['id']

/** Whether the list is about form requests that have ended, or about an outcome. */
const showsOutcome = ({ status, outcome }: { status: readonly RequestStatus[]; outcome: readonly string[] }) =>
  outcome.length > 0 || (status.length > 0 && status.every(canHaveOutcome))

/** Whether nearly all form requests of the list have answers. */
const isAnswered = ({ status }: { status: readonly RequestStatus[] }) =>
  status.length > 0 && status.every((one) => one === 'completed' || one === 'closed' || one === 'auto_closed')

/** The columns of a list before the user chooses any. The outcome takes the place of the way in which the form was sent. */
export const usualColumns = (filters: { status: readonly RequestStatus[]; outcome: readonly string[] }): RequestColumnId[] => [
  'patient',
  'nhsNumber',
  'status',
  'form',
  'specialty',
  showsOutcome(filters) ? 'outcome' : 'sentBy',
  'assignee',
  'created',
  ...(isAnswered(filters) ? (['submitted'] as const) : []),
]
