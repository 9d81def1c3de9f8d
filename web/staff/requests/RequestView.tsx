import { useQuery, useQueryClient } from '@tanstack/react-query'

import type { ReactNode } from 'react'

import type { RequestDetails } from '#contract/request-records.ts'
import { ageOn, formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isStatus, wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { answerElement, scoreElement } from '#web/staff/scores/red-flag-places.ts'
import { RedFlags } from '#web/staff/scores/RedFlags.tsx'
import { Scores } from '#web/staff/scores/Scores.tsx'
import { useSession } from '#web/staff/session.ts'
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

/** `isBeside`: beside a list, under the heading of the list. */
type RequestViewProps = { id: string; isBeside?: boolean }

/** Everything about a form request. While it is loading, what a list has told of it. */
export function RequestView({ id, isBeside = false }: RequestViewProps) {
  const level = isBeside ? 2 : 1
  const listed = useListed(id)
  const query = q(api.requests.get, { params: { id } })
  const { data: request, error, refetch } = useQuery({ ...query, ...(isBeside ? loadedOnce : loadedUntilAnswered) })
  const live = useLiveRequest(id, request)
  if (error && !request)
    return (
      <>
        <PageHeader level={level} title={words.title} />
        <ErrorState onRetry={isStatus(error, 404) ? undefined : () => void refetch()}>{wordsOf(error)}</ErrorState>
      </>
    )
  if (!request)
    return (
      <>
        {listed ? <Heading request={listed} level={level} /> : <PageHeader level={level} title={words.title} />}
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      </>
    )
  const toDecide = request.waitingList.some(({ done }) => done === null)
  return (
    <>
      <Heading request={request} level={level} actions={<RequestActions key={id} request={request} />} />
      <Stack>
        <LiveNews request={request} {...live} />
        {request.link.isLocked && (
          <Alert kind="warning" title={words.locked}>
            {words.lockedText}
          </Alert>
        )}
        <NotReached request={request} />
        <RedFlags redFlags={request.redFlags} placeOf={(flag) => placeOf(flag, request)} firstRead={request.firstRead} />
        <SideBySide
          main={
            <>
              <Scores scores={request.scores} flagsOf={(id) => request.redFlags.filter(({ scoreId }) => scoreId === id)} />
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

/** Where the first answer stands that raised a red flag, or the score that did. */
function placeOf({ questionIds, scoreId }: RequestDetails['redFlags'][number], { answers }: RequestDetails) {
  if (scoreId !== null) return scoreElement(scoreId)
  const first = answers?.find(({ questionId }) => questionIds.includes(questionId))
  return first && answerElement(first.questionId)
}

/** A form request beside a list is loaded again only when it changes or somebody asks for it: loading is recorded as reading. */
export const loadedOnce = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/** A form request on its own page is also loaded again when its window is shown again, but not one whose answers nobody has asked for yet. */
export const loadedUntilAnswered = {
  refetchOnWindowFocus: ({ state }: { state: { data?: { submittedAt: string | null } | undefined } }) => state.data?.submittedAt !== null,
}

type Listed = Pick<RequestDetails, 'status' | 'isUrgent'> & { patient: Patient }
type Patient = Pick<RequestDetails['patient'], 'id' | 'firstName' | 'lastName' | 'nhsNumber' | 'dateOfBirth'>

/** What a page of the worklist that was loaded before has told of a form request. */
function useListed(id: string): Listed | undefined {
  const queryClient = useQueryClient()
  const pages = queryClient.getQueriesData<{ docs: readonly (Listed & { id: string })[] }>({ queryKey: [api.requests.list.key] })
  return pages.flatMap(([, page]) => page?.docs ?? []).find((listed) => listed.id === id)
}

const Heading = ({ request, level, actions }: { request: Listed; level: 1 | 2; actions?: ReactNode }) => (
  <PageHeader
    level={level}
    title={fullName(request.patient)}
    badges={
      <>
        <StatusBadge status={request.status} size="md" /> {request.isUrgent && <UrgentBadge size="md" />}
      </>
    }
    description={<Who patient={request.patient} />}
    actions={actions}
  />
)

const today = () => dateOf(new Date())

function Who({ patient: { id, nhsNumber, dateOfBirth } }: { patient: Patient }) {
  const { can } = useSession()
  return (
    <>
      {words.nhsNumber} <b className="nowrap">{nhsNumber ? formatNhsNumber(nhsNumber) : words.notKnown}</b> · {words.born}{' '}
      <b className="nowrap">{formatDate(dateOfBirth)}</b> {words.years(ageOn(dateOfBirth, today()))} ·{' '}
      <Link href={pathTo('patientDetails', { id })}>{words.patientDetails}</Link>
      {can('log:read') && (
        <>
          {' '}
          · <Link href={pathTo('patientDetails', { id }, { tab: 'log' })}>{words.accessLog}</Link>
        </>
      )}
    </>
  )
}
