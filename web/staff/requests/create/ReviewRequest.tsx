import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

import type { Patient } from '#contract/patients.ts'
import type { requests, SendingPreview } from '#contract/requests.ts'
import type { RouteRequest } from '#contract/route.ts'
import { formatDate } from '#domain/dates.ts'
import { directionOf, languageName, tagOf } from '#domain/languages.ts'
import { dateOf } from '#domain/moments.ts'
import { methodLabel } from '#domain/notification.ts'
import { reminderRuleWords } from '#domain/reminders.ts'
import { specialtyName } from '#domain/specialties.ts'
import { type ApiError, ApiProblem, NoAnswer } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isAboutFields, wordsOf } from '#web/api/refusal.ts'
import { FinishTime } from '#web/staff/requests/FinishTime.tsx'
import { nextInWords, plannedMessages } from '#web/staff/requests/message-plan.ts'
import { MessageTimes } from '#web/staff/requests/MessageTimes.tsx'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'
import { padDate } from '#web/ui/date-text.ts'

import { AlreadyOpen, Recipients, Unreachable, Untranslated } from './ReviewPatients.tsx'
import { asksWaitingSince, type NewRequest, toBody } from './new-request.ts'
import { exampleWords, newRequestFieldWords as fieldWords, reviewDetailWords, reviewWords } from './words.ts'

import './review.scss'

type ReviewRequestProps = {
  wanted: NewRequest
  sending: { isPending: boolean; error: ApiError | null }
  onSend: (body: RouteRequest<typeof requests.create>['body']) => void
  /** These patients stay. */
  onLeaveOut: (patients: Patient[]) => void
  /** A field of the form is to blame. */
  onRefused: (error: ApiError) => void
  onBack: () => void
}

/** The last check before a form is sent: to whom, by which method and when, as the server would send it now. */
export function ReviewRequest({ wanted, sending, onSend, onLeaveOut, onRefused, onBack }: ReviewRequestProps) {
  const body = toBody(wanted)
  // Not refreshed automatically, so that nothing changes while the user reads.
  const found = useQuery({ ...q(api.requests.preview, { body }), staleTime: Infinity, gcTime: 0 })
  const isChanged = sending.error instanceof ApiProblem && sending.error.body?.code === 'changed_since_review'
  const lookAgain = useEffectEvent(() => void found.refetch())
  useEffect(() => (isChanged ? lookAgain() : undefined), [sending.error, isChanged])
  const refuse = useEffectEvent((error: ApiError) => isAboutFields(error) && onRefused(error))
  useEffect(() => (found.error ? void refuse(found.error) : undefined), [found.error])

  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('h1')?.focus(), [])
  const preview = found.isFetching ? undefined : found.data
  const keep = (isKept: (id: string) => boolean) => wanted.patients.filter(({ id }) => isKept(id))
  return (
    <div
      ref={box}
      role="presentation"
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !sending.isPending) onBack()
      }}
    >
      <PageHeader title={reviewWords.title} />
      <Panel>
        <div className="form-sheet">
          <Stack gap="lg">
            {sending.error && (
              <Alert kind="danger">
                {wordsOf(sending.error)}
                {/* The server may have sent the form although its response was lost. The key of the sending prevents a repetition. */}
                {sending.error instanceof NoAnswer && ` ${reviewWords.maybeSent}`}
              </Alert>
            )}
            {found.isError && !found.isFetching && <LoadError of={found} />}
            {found.isFetching && <Skeleton lines={8} label={reviewWords.checking} />}
            {preview && (
              <>
                <Unreachable preview={preview} />
                <AlreadyOpen
                  preview={preview}
                  pathwayId={body.pathwayId}
                  onLeaveOut={(ids) => onLeaveOut(keep((id) => !ids.includes(id)))}
                />
                <Untranslated preview={preview} />
                <ReviewDetails preview={preview} wanted={wanted} />
                <Recipients preview={preview} />
                <Examples preview={preview} />
              </>
            )}
            <Row>
              {preview && preview.recipientCount > 0 && (
                <Button
                  kind="primary"
                  isPending={sending.isPending}
                  pendingLabel={reviewWords.sending}
                  onClick={() => onSend({ ...body, patientIds: reachable(preview, body.patientIds), reviewed: preview.reviewed })}
                >
                  {sendLabel(preview)}
                </Button>
              )}
              <Button disabled={sending.isPending} onClick={onBack}>
                {reviewWords.back}
              </Button>
            </Row>
          </Stack>
        </div>
      </Panel>
    </div>
  )
}

const sendLabel = ({ recipientCount, recipients: [first] }: SendingPreview) =>
  recipientCount === 1 && first ? reviewWords.sendToNamed(`${first.firstName} ${first.lastName}`) : reviewWords.sendToMany(recipientCount)

const reachable = ({ unreachable }: SendingPreview, ids: string[]) => {
  const left = new Set(unreachable.map(({ id }) => id))
  return ids.filter((id) => !left.has(id))
}

/** What is sent, by which methods, and when. */
function ReviewDetails({ preview, wanted }: { preview: SendingPreview; wanted: NewRequest }) {
  const { form, messages, recipientCount, expiresAt, reminders, plan } = preview
  const { specialty, pathwayId, location, event, waitingSince } = wanted
  const areKept = useRouteContext({ from: '/inside' }).config.outbox
  if (recipientCount === 0) return null
  const follows = plan.messages.flatMap((planned) => nextInWords(planned) ?? [])
  const optional = [
    { label: fieldWords.specialty, value: specialty && `${specialty} ${specialtyName(specialty) ?? ''}` },
    { label: fieldWords.pathwayId, value: pathwayId },
    { label: fieldWords.location, value: location },
    { label: fieldWords.event, value: event },
    { label: fieldWords.waitingSince, value: asksWaitingSince(wanted) && waitingSince && formatDate(padDate(waitingSince)) },
  ]
  return (
    <>
      <SummaryList
        rows={[
          { label: reviewDetailWords.form, value: reviewDetailWords.version(form.title, form.version) },
          {
            label: reviewDetailWords.sentBy,
            value: plan.messages.map((planned) => (
              <div key={planned.method}>{recipientCount === 1 ? methodLabel(planned.method) : plannedMessages(planned, plan)}</div>
            )),
          },
          ...(follows.length > 0
            ? [{ label: reviewDetailWords.follows, value: follows.map((words) => <div key={words}>{words}</div>) }]
            : []),
          ...optional.filter(({ value }) => value),
          {
            label: reviewDetailWords.reminders,
            value: areKept ? reviewDetailWords.remindersKept : reviewDetailWords.remindersSent(reminderRuleWords(reminders)),
          },
          { label: reviewDetailWords.linkWorksUntil, value: formatDate(dateOf(expiresAt)) },
        ]}
      />
      <MessageTimes messages={messages} />
      {recipientCount > 1 && <FinishTime plan={plan} />}
    </>
  )
}

/** What patients read, so that nobody sends a message that they have not seen. A short one is open. */
const Examples = ({ preview: { examples, recipientCount } }: { preview: SendingPreview }) =>
  examples.map(({ method, language, firstName, lastName, subject, body }) => {
    const patient = recipientCount === 1 ? undefined : `${firstName} ${lastName}`
    return (
      <details key={`${method} ${language}`} open={method === 'sms'}>
        <summary>{exampleWords.label(methodLabel(method), languageName(language), patient)}</summary>
        <p className="message-example" lang={tagOf(language)} dir={directionOf(language)}>
          {subject && <b>{`${subject}\n\n`}</b>}
          {body}
        </p>
      </details>
    )
  })
