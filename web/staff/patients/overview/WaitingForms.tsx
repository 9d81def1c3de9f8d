import { useQuery } from '@tanstack/react-query'

import type { RequestSummary } from '#contract/request-records.ts'
import { formatDate } from '#domain/dates.ts'
import { messageReasonLabel } from '#domain/message-reasons.ts'
import { dateOf, formatDateTime } from '#domain/moments.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { canBeSentAgain, deliveryOfRequest } from '#web/staff/requests/delivery.ts'
import { worklistPage } from '#web/staff/requests/worklist-queries.ts'
import { Badge, type BadgeKind } from '#web/ui/Badge.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { waitingWords as words } from './words.ts'

type Waiting = { rank: number; kind: BadgeKind; label: string; detail: string }

/** Why a form request waits: the most pressing reason. */
function waitingOf(request: RequestSummary): Waiting {
  const { status, isUrgent, submittedAt, expiresAt, unreached } = request
  const expires = words.expires(formatDate(dateOf(expiresAt)))
  if (status === 'completed') {
    const detail = submittedAt === null ? '' : words.submitted(formatDateTime(submittedAt))
    return isUrgent ? { rank: 0, kind: 'danger', label: words.urgent, detail } : { rank: 2, kind: 'success', label: words.toReview, detail }
  }
  if (status === 'opened') return { rank: 3, kind: 'info', label: words.notAnswered, detail: expires }
  const delivery = deliveryOfRequest(request)
  if (canBeSentAgain(request)) {
    const isDoubtful = unreached?.reason === 'not_read' || unreached?.reason === 'not_confirmed'
    const reason = unreached ? `${messageReasonLabel(unreached.reason)} · ` : ''
    return { rank: 1, kind: 'danger', label: isDoubtful && delivery ? delivery.label : words.notReached, detail: `${reason}${expires}` }
  }
  return { rank: 3, kind: 'info', label: words.notOpened, detail: delivery ? `${delivery.label} · ${expires}` : expires }
}

/** The newest answers first, and of those without answers the one that expires first. */
const inTime = (a: RequestSummary, b: RequestSummary) =>
  a.submittedAt !== null && b.submittedAt !== null ? b.submittedAt.localeCompare(a.submittedAt) : a.expiresAt.localeCompare(b.expiresAt)

const shownAtMost = 50

/** The form requests of the patient that wait for staff or for the patient, the most pressing first. */
export function WaitingForms({ patientId }: { patientId: string }) {
  const filters = { patientId, status: ['unopened' as const, 'opened' as const, 'completed' as const] }
  const found = useQuery(worklistPage({ filters, limit: shownAtMost, sort: '-createdAt' }))
  // Urgent answers are shown even behind so many newer form requests.
  const urgent = useQuery({
    ...worklistPage({ filters: { patientId, status: ['completed'], urgent: true }, limit: shownAtMost, sort: '-createdAt' }),
    enabled: found.data !== undefined && found.data.totalDocs > found.data.docs.length,
  })
  const docs = found.data && [...new Map([...(urgent.data?.docs ?? []), ...found.data.docs].map((one) => [one.id, one])).values()]
  return (
    <LabelledSection label={words.title}>
      {found.isError && !found.data ? (
        <LoadError of={found} />
      ) : (
        <Panel>{!docs ? <Skeleton lines={2} /> : <WaitingList patientId={patientId} docs={docs} total={found.data.totalDocs} />}</Panel>
      )}
    </LabelledSection>
  )
}

function WaitingList({ patientId, docs, total }: { patientId: string; docs: readonly RequestSummary[]; total: number }) {
  if (docs.length === 0) return <p className="muted">{words.nothing}</p>
  const rows = docs
    .map((request) => ({ request, ...waitingOf(request) }))
    .toSorted((a, b) => a.rank - b.rank || inTime(a.request, b.request))
  return (
    <>
      <ul className="waiting-forms">
        {rows.map(({ request, kind, label, detail }) => (
          <li key={request.id}>
            <Badge kind={kind}>{label}</Badge>
            <Link href={pathTo('requestDetails', { id: request.id })}>{request.form.title}</Link>
            <span className="muted">{detail}</span>
          </li>
        ))}
      </ul>
      {total > docs.length && (
        <Link href={pathTo('patientDetails', { id: patientId }, { tab: 'forms' })}>{words.more(total - docs.length)}</Link>
      )}
    </>
  )
}
