import type { RequestDetails } from '#contract/request-records.ts'
import { answeringWords, identityDetailLabels } from '#domain/answering.ts'
import { orderInWords } from '#domain/cascade.ts'
import { formatDate } from '#domain/dates.ts'
import { languageNames } from '#domain/languages.ts'
import { dateOf, formatDateTime } from '#domain/moments.ts'
import { formatPhone } from '#domain/phone-words.ts'
import { occasionWords } from '#domain/series.ts'
import { pathTo } from '#web/staff/paths.ts'
import { specialtyWords } from '#web/staff/requests/worklist/request-columns.tsx'
import { useSession } from '#web/staff/session.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { waitWords } from '#web/staff/waiting-list/wait-words.ts'

import { factWords as words } from './words.ts'

const moment = (text: string | null) => text && formatDateTime(text)

/** The reminders to come, or why an open form request gets none. */
function remindersRow({ planned, none }: RequestDetails['reminders']) {
  const [first] = planned
  if (first)
    return [
      {
        label: planned.length === 1 ? words.reminder : words.reminders,
        value: planned.map(({ number, at }) => <div key={number}>{words.reminderOn(formatDate(dateOf(at)), number === 3)}</div>),
      },
    ]
  return none === null ? [] : [{ label: words.reminders, value: words.noReminders[none] }]
}

/** Only a form request of a series has it. */
function seriesRow(series: RequestDetails['series']) {
  if (!series) return []
  const when = words.seriesTime(occasionWords(series.offset, series.dateLabel), formatDate(series.startsOn))
  return [
    {
      label: words.series,
      value: (
        <>
          <Link href={pathTo('seriesDetails', { id: series.id })}>{series.name}</Link>, {when}
        </>
      ),
    },
  ]
}

/** Only a form request of a waiting-list form has it, or one whose form had that type. */
function waitRow({ waitingSince, isWaitingListForm }: RequestDetails) {
  if (waitingSince === null && !isWaitingListForm) return []
  const value = waitingSince === null ? <span className="muted">{words.notKnown}</span> : waitWords.since(waitingSince)
  return [{ label: waitWords.label, value }]
}

export function RequestFacts({ request }: { request: RequestDetails }) {
  const { can } = useSession()
  const { form, contact, assignee, specialty } = request
  return (
    <LabelledSection label={words.title}>
      <Panel>
        <SummaryList
          rows={[
            {
              label: words.form,
              value: (
                <>
                  {can('form:read') ? <Link href={pathTo('formDetails', { id: form.id })}>{form.title}</Link> : form.title}
                  {words.version(form.version)}
                </>
              ),
            },
            ...(request.outcome ? [{ label: words.outcome, value: request.outcome.name }] : []),
            ...waitRow(request),
            ...seriesRow(request.series),
            { label: words.assignee, value: assignee?.name ?? <span className="muted">{words.unassigned}</span> },
            { label: words.specialty, value: specialty && specialtyWords(specialty) },
            { label: words.pathwayId, value: request.pathwayId },
            { label: words.location, value: request.location },
            { label: words.event, value: request.event },
            { label: words.sentBy, value: orderInWords(request.methodOrder) },
            { label: words.mobilePhone, value: contact.phoneNumber && formatPhone(contact.phoneNumber) },
            { label: words.email, value: contact.emailAddress },
            {
              label: words.language,
              value: contact.locale ? languageNames(contact.locale) : <span className="muted">{words.notKnown}</span>,
            },
            { label: words.localPatientId, value: contact.localPatientId },
            { label: words.created, value: moment(request.createdAt) },
            { label: words.opened, value: moment(request.openedAt) ?? <span className="muted">{words.notYet}</span> },
            { label: words.submitted, value: moment(request.submittedAt) ?? <span className="muted">{words.notYet}</span> },
            ...(request.answering?.language ? [{ label: words.answeredIn, value: languageNames(request.answering.language) }] : []),
            ...(request.answering && request.answering.channel !== 'web' ? answeringRows(request.answering) : []),
            ...(request.submittedAt && request.firstRead
              ? [{ label: words.firstRead, value: words.readBy(formatDateTime(request.firstRead.at), request.firstRead.by) }]
              : []),
            ...(request.closedAt ? [{ label: words.ended, value: moment(request.closedAt) }] : []),
            ...remindersRow(request.reminders),
            { label: words.expires, value: moment(request.expiresAt) },
          ]}
        />
      </Panel>
    </LabelledSection>
  )
}

const answeringRows = (answering: NonNullable<RequestDetails['answering']>) => [
  { label: words.answered, value: answeringWords(answering) },
  {
    label: words.checked,
    value: answering.checkedDetails.map((detail) => identityDetailLabels[detail]).join(', ') || words.checkedOnPaper,
  },
]
