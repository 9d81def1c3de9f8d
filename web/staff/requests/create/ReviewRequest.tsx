import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import type { Patient } from '#contract/patients.ts'
import type { requests, SendingPreview } from '#contract/requests.ts'
import type { RouteRequest } from '#contract/route.ts'
import { ApiProblem, NoAnswer, type ApiError } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { isAboutFields, wordsOf } from '#web/api/refusal.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { toBody, type NewRequest } from './new-request.ts'
import { ReviewDetails } from './ReviewDetails.tsx'
import { AlreadyOpen, Recipients, Unreachable } from './ReviewPatients.tsx'
import { reviewWords as words } from './words.ts'

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

/** The last look before a form is sent: to whom, by which method and when, as the server would do it now. */
export function ReviewRequest({ wanted, sending, onSend, onLeaveOut, onRefused, onBack }: ReviewRequestProps) {
  const body = toBody(wanted)
  // It stays as it was read until it is asked for again: nothing changes under the eyes of the reader.
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
      <PageHeader title={words.title} />
      <Panel>
        <div className="form-sheet">
          <Stack gap="lg">
            {sending.error && (
              <Alert kind="danger">
                {wordsOf(sending.error)}
                {/* The server may have sent the form although its response was lost. The key of the sending prevents a repetition. */}
                {sending.error instanceof NoAnswer && ` ${words.maybeSent}`}
              </Alert>
            )}
            {found.isError && !found.isFetching && <ErrorState onRetry={() => void found.refetch()}>{wordsOf(found.error)}</ErrorState>}
            {found.isFetching && <Skeleton lines={8} label={words.checking} />}
            {preview && (
              <>
                <Unreachable preview={preview} />
                <AlreadyOpen
                  preview={preview}
                  pathwayId={body.pathwayId}
                  onLeaveOut={(ids) => onLeaveOut(keep((id) => !ids.includes(id)))}
                />
                <ReviewDetails preview={preview} wanted={wanted} />
                <Recipients preview={preview} />
              </>
            )}
            <Row>
              {preview && preview.recipientCount > 0 && (
                <Button
                  kind="primary"
                  isPending={sending.isPending}
                  pendingLabel={words.sending}
                  onClick={() => onSend({ ...body, patientIds: reachable(preview, body.patientIds), reviewed: preview.reviewed })}
                >
                  {sendLabel(preview)}
                </Button>
              )}
              <Button disabled={sending.isPending} onClick={onBack}>
                {words.back}
              </Button>
            </Row>
          </Stack>
        </div>
      </Panel>
    </div>
  )
}

const sendLabel = ({ recipientCount, recipients: [first] }: SendingPreview) =>
  recipientCount === 1 && first ? words.sendToNamed(`${first.firstName} ${first.lastName}`) : words.sendToMany(recipientCount)

const reachable = ({ unreachable }: SendingPreview, ids: string[]) => {
  const left = new Set(unreachable.map(({ id }) => id))
  return ids.filter((id) => !left.has(id))
}
