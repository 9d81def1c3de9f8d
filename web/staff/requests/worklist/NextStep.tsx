import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'

import type { RequestSummary } from '#contract/request-records.ts'
import type { UnreachedReason } from '#domain/unreached.ts'
import { remedyOf } from '#domain/unreached-remedies.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { isOpen } from '#web/staff/requests/delivery.ts'
import { type RequestAct, useRequestAct } from '#web/staff/requests/details/use-request-act.ts'
import { useSession } from '#web/staff/session.ts'
import { Button, type ButtonKind, ButtonLink } from '#web/ui/Button.tsx'
import { notify } from '#web/ui/notify.ts'
import { conflictWords } from '#web/staff/requests/words.ts'

import { fullName } from './request-columns.tsx'
import { nextStepWords as words } from './words.ts'

const ContactDialog = lazy(async () => ({
  default: (await import('#web/staff/requests/details/ContactDialog.tsx')).ContactDialog,
}))

/** What to do about a form request that no message reached, with the button that does it. */
export function NextStep({ request }: { request: RequestSummary }) {
  // The list does not hold the contact details, so they are read before the dialog opens.
  const details = useMutation({
    mutationFn: () => api.requests.get({ params: { id: request.id } }),
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
  // The dialog stays open when a colleague changes the form request meanwhile, so that nothing that was typed is lost.
  return (
    <>
      <Advice request={request} onCorrect={() => details.mutate()} isLoading={details.isPending} />
      <Suspense>{details.data && <ContactDialog request={details.data} onClose={details.reset} />}</Suspense>
    </>
  )
}

type AdviceProps = { request: RequestSummary; onCorrect: () => void; isLoading: boolean }

function Advice({ request, onCorrect, isLoading }: AdviceProps) {
  const { can } = useSession()
  const { unreached, notification, notificationMethod, patient } = request
  if (!unreached || !isOpen(request)) return <span className="muted">–</span>
  if (notification?.status === 'queued') return notification.method === 'letter' ? words.letterQueued : words.queued
  const { act, words: advice } = remedyOf(
    unreached.reason,
    notification && notification.method !== 'letter' ? notification.method : notificationMethod,
  )
  const mayCorrect = can('formRequest:update') && can('patient:update')
  return (
    <div className="next-step">
      <span>{advice}</span>
      {act === 'contact' && mayCorrect && (
        <Button size="sm" isPending={isLoading} aria-label={words.of(words.correct, fullName(patient))} onClick={onCorrect}>
          {words.correct}
        </Button>
      )}
      {act === 'send' && can('formRequest:update') && <SendAgain request={request} />}
      {canHaveLetter.includes(unreached.reason) && can('formRequest:update') && <PrintLetter request={request} />}
      {act === 'patient' && (
        <ButtonLink
          size="sm"
          href={pathTo('patientDetails', { id: patient.id })}
          aria-label={words.of(words.openPatient, fullName(patient))}
        >
          {words.openPatient}
        </ButtonLink>
      )}
    </div>
  )
}

const SendAgain = ({ request }: { request: RequestSummary }) => (
  <ActButton request={request} act={{ kind: 'send' }} label={words.sendAgain} />
)

/** The server says why no letter can be printed, for example because the address is not complete. */
const PrintLetter = ({ request }: { request: RequestSummary }) => (
  <ActButton request={request} act={{ kind: 'queue_letter' }} label={words.printLetter} kind="link" />
)

/** A letter does not help a patient who must not be contacted, and the message may still arrive after the others. */
const canHaveLetter: readonly UnreachedReason[] = [
  'no_contact_detail',
  'wrong_contact_detail',
  'unknown_patient',
  'temporary_failure',
  'technical_failure',
  'opted_out',
  'not_read',
  'not_confirmed',
]

type ActButtonProps = { request: RequestSummary; act: RequestAct; label: string; kind?: ButtonKind }

function ActButton({ request, act: wanted, label, kind = 'secondary' }: ActButtonProps) {
  const { act, pending, conflict, takeOver } = useRequestAct(request)
  return (
    <>
      <Button
        size="sm"
        kind={kind}
        isPending={pending === wanted.kind}
        aria-label={words.of(label, fullName(request.patient))}
        onClick={() => act(wanted)}
      >
        {label}
      </Button>
      {conflict && (
        <>
          <span role="alert" className="next-step__refusal">
            {conflict.words}
          </span>
          <Button size="sm" aria-label={words.of(conflictWords.continue, fullName(request.patient))} onClick={takeOver}>
            {conflictWords.continue}
          </Button>
        </>
      )}
    </>
  )
}
