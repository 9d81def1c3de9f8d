import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'

import type { PatientTimelineEntry } from '#contract/patient-timeline.ts'
import { formatDate } from '#domain/dates.ts'
import { scoreWords } from '#domain/form/score-words.ts'
import { formatDateTime } from '#domain/moments.ts'
import { byMethod } from '#domain/notification.ts'
import { readableTimelineKinds } from '#domain/patient-timeline.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { deliveryOf } from '#web/staff/requests/delivery.ts'
import { eventInWords } from '#web/staff/requests/details/timeline-words.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'
import { Timeline, type TimelineEvent } from '#web/ui/Timeline.tsx'

import { recordDetail, recordTitle, timelineWords as words } from './words.ts'

/** About two windows full. */
const entriesPerPage = 25

/** What happened with the patient, newest first, everything or one kind. */
export function PatientTimeline({ patientId }: { patientId: string }) {
  const { can, member } = useSession()
  const search = useSearch({ from: '/inside/patients/$id' })
  const show = 'show' in search ? search.show : undefined // the tab with the log has no such filter
  const request = { params: { id: patientId }, query: { limit: entriesPerPage, filters: show ? { kind: [show] } : {} } }
  const found = useInfiniteQuery({
    queryKey: [api.patientTimeline.read.key, request],
    queryFn: ({ pageParam, signal }) =>
      api.patientTimeline.read.cancellable({ ...request, query: { ...request.query, ...(pageParam && { cursor: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
  })
  const addressOf = (kind?: PatientTimelineEntry['kind']) => pathTo('patientDetails', { id: patientId }, kind ? { show: kind } : {})
  const filters = [
    { id: 'everything', label: words.everything, href: addressOf() },
    ...readableTimelineKinds(member.permissions).map((kind) => ({ id: kind as string, label: words.kind(kind), href: addressOf(kind) })),
  ]
  const entries = found.data?.pages.flatMap(({ docs }) => docs) ?? []
  const archivedBefore = found.data?.pages.at(-1)?.archivedBefore
  const log = can('log:read') && <Link href={pathTo('patientDetails', { id: patientId }, { tab: 'log' })}>{words.accessLog}</Link>
  const none = show ? words.noneOfKind : words.empty
  return (
    <LabelledSection label={words.title} actions={log}>
      <TabNav label={words.filter} current={show ?? 'everything'} tabs={filters} />
      {found.isError && !found.data ? (
        <LoadError of={found} />
      ) : (
        <Panel>
          <Stack>
            {!found.data ? (
              <Skeleton lines={8} />
            ) : entries.length === 0 && !found.hasNextPage ? (
              <EmptyState title={none.title}>{none.text}</EmptyState>
            ) : (
              <Timeline events={entries.map(toEvent)} />
            )}
            {archivedBefore && !found.hasNextPage && <p className="muted">{words.archived(formatDate(archivedBefore))}</p>}
            {found.isFetchNextPageError && <Alert kind="danger">{wordsOf(found.error)}</Alert>}
            {found.hasNextPage && (
              <Button isPending={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                {words.earlier}
              </Button>
            )}
          </Stack>
        </Panel>
      )}
    </LabelledSection>
  )
}

function toEvent(entry: PatientTimelineEntry): TimelineEvent {
  const common = { id: entry.key, when: formatDateTime(entry.at), dateTime: entry.at, who: entry.by }
  if (entry.kind === 'record')
    return { ...common, title: recordTitle(entry.event, entry.detail), kind: 'dark', detail: recordDetail(entry.event, entry.detail) }
  const { title, kind, detail } = requestEntryInWords(entry)
  const { id, formTitle } = entry.request
  return {
    ...common,
    kind,
    detail,
    title: (
      <>
        {title} · <Link href={pathTo('requestDetails', { id })}>{formTitle}</Link>
      </>
    ),
  }
}

type RequestEntry = Exclude<PatientTimelineEntry, { kind: 'record' }>

function requestEntryInWords(entry: RequestEntry): Pick<Required<TimelineEvent>, 'title' | 'kind' | 'detail'> {
  switch (entry.kind) {
    case 'notes':
      return { title: entry.isCorrection ? words.note.corrected : words.note.added, kind: 'info', detail: <NoteText note={entry} /> }
    case 'messages': {
      const { label, kind } = deliveryOf(entry.status, entry.method)
      const { message, reminder, removal } = words.message
      const name = entry.category === 'request_reminder' ? reminder : entry.category === 'removal_approved' ? removal : message
      return {
        title: `${name} ${byMethod(entry.method)}: ${label.toLowerCase()}`,
        kind,
        detail: entry.leavesAt ? words.leaves(formatDateTime(entry.leavesAt)) : entry.reason,
      }
    }
    case 'forms': {
      const event = eventInWords({ kind: entry.event, detail: entry.detail })
      return entry.answers ? { ...event, detail: <AnswersInWords answers={entry.answers} /> } : event
    }
  }
}

const NoteText = ({ note: { text, isShortened, isCorrected } }: { note: Extract<RequestEntry, { kind: 'notes' }> }) => (
  <>
    <p className="break">
      {text}
      {isShortened && '…'}
    </p>
    {isCorrected && <p className="muted">{words.note.isCorrected}</p>}
  </>
)

type Answers = NonNullable<Extract<RequestEntry, { kind: 'forms' }>['answers']>

const AnswersInWords = ({ answers: { scores, redFlags, isClosed, firstRead, mayBeReadInArchive } }: { answers: Answers }) => (
  <>
    {redFlags.length > 0 && <p className="latest-score__flags">{words.redFlags(redFlags.map(({ name }) => name))}</p>}
    {scores.map((score) => (
      <p key={score.id}>{words.score(score.name, scoreWords(score))}</p>
    ))}
    {firstRead && <p className="muted">{words.readBy(firstRead.by, formatDateTime(firstRead.at))}</p>}
    {mayBeReadInArchive && <p className="muted">{words.readingArchived}</p>}
    {!firstRead && !mayBeReadInArchive && redFlags.length > 0 && <p className="latest-score__flags">{words.unread(isClosed)}</p>}
  </>
)
