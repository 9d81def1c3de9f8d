import { useQuery } from '@tanstack/react-query'

import type { RequestDetails } from '#contract/request-records.ts'
import { ageOn, formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { RedFlags } from '#web/staff/scores/RedFlags.tsx'
import { Scores } from '#web/staff/scores/Scores.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SideBySide, Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Timeline } from '#web/ui/Timeline.tsx'

import { LiveNews } from './live/LiveNews.tsx'
import { useLiveRequest } from './live/use-live-request.ts'
import { PreviousAndNext } from './details/PreviousAndNext.tsx'
import { RequestActions } from './details/RequestActions.tsx'
import { RequestAnswers } from './details/RequestAnswers.tsx'
import { RequestFacts } from './details/RequestFacts.tsx'
import { NotReached } from './details/NotReached.tsx'
import { RequestNotes } from './notes/RequestNotes.tsx'
import { RequestMessages } from './details/RequestMessages.tsx'
import { WaitingListEntries } from './details/WaitingListEntries.tsx'
import { timelineOf } from './details/timeline-words.ts'
import { StatusBadge, UrgentBadge } from './StatusBadge.tsx'
import { fullName } from './worklist/request-columns.tsx'
import { requestPageWords as words } from './words.ts'

export function RequestPage({ id }: { id: string }) {
  const { data: request, error, refetch } = useQuery(q(api.requests.get, { params: { id } }))
  const news = useLiveRequest(id, request)
  if (error && !request)
    return (
      <>
        <PageHeader title={words.title} />
        <ErrorState onRetry={isStatus(error, 404) ? undefined : () => void refetch()}>{wordsOf(error)}</ErrorState>
      </>
    )
  if (!request)
    return (
      <>
        <PageHeader title={words.title} />
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      </>
    )
  const toDecide = request.waitingList.some(({ done }) => done === null)
  return (
    <>
      <PreviousAndNext id={id} />
      <PageHeader
        title={fullName(request.patient)}
        badges={
          <>
            <StatusBadge status={request.status} size="md" /> {request.isUrgent && <UrgentBadge size="md" />}
          </>
        }
        description={<Who patient={request.patient} />}
        actions={<RequestActions key={id} request={request} />}
      />
      <Stack>
        <LiveNews request={request} news={news} />
        {request.link.isLocked && (
          <Alert kind="warning" title={words.locked}>
            {words.lockedText}
          </Alert>
        )}
        <NotReached request={request} />
        <RedFlags redFlags={request.redFlags} firstRead={request.firstRead} />
        <SideBySide
          main={
            <>
              <Scores scores={request.scores} />
              <RequestAnswers request={request} />
              {toDecide && <WaitingListEntries request={request} />}
              <RequestNotes key={id} request={request} />
              <RequestFacts request={request} />
            </>
          }
          aside={
            <>
              <LabelledSection label={words.timeline}>
                <Panel>
                  <Timeline events={timelineOf(request)} />
                </Panel>
              </LabelledSection>
              {!toDecide && <WaitingListEntries request={request} />}
              <RequestMessages messages={request.notifications} />
            </>
          }
        />
      </Stack>
    </>
  )
}

const today = () => dateOf(new Date())

function Who({ patient: { id, nhsNumber, dateOfBirth } }: { patient: RequestDetails['patient'] }) {
  return (
    <>
      {words.nhsNumber} <b className="nowrap">{nhsNumber ? formatNhsNumber(nhsNumber) : words.notKnown}</b> · {words.born}{' '}
      <b className="nowrap">{formatDate(dateOfBirth)}</b> {words.years(ageOn(dateOfBirth, today()))} ·{' '}
      <Link href={pathTo('patientDetails', { id })}>{words.patientDetails}</Link>
    </>
  )
}
