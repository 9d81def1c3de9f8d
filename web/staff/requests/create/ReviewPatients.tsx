import { useState, type ReactNode } from 'react'

import type { SendingPreview } from '#contract/requests.ts'
import { formatCount } from '#domain/amounts.ts'
import { dateOf, formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { methodLabel } from '#domain/notification.ts'
import { requestStatusLooks } from '#domain/request-status.ts'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row } from '#web/ui/Layout.tsx'

type Person = SendingPreview['recipients'][number]
type PreviewProps = { preview: SendingPreview }

/** How many are named before the rest is asked for. */
const shownFirst = 10

/** Whom the form goes to: the first ten by name. */
export function Recipients({ preview: { recipients, recipientCount } }: PreviewProps) {
  if (recipientCount === 0) return null
  const more = recipientCount - recipients.length
  return (
    <LabelledSection label={recipientCount === 1 ? 'Patient' : formatCount(recipientCount, 'patient')}>
      <ul className="review-people">
        {recipients.map((patient) => (
          <PatientLine key={patient.id} patient={patient}>
            <span className="muted">By {methodLabel(patient.method)}</span>
          </PatientLine>
        ))}
      </ul>
      {more > 0 && <p className="muted">and {formatCount(more, 'more patient')}</p>}
    </LabelledSection>
  )
}

/** Who gets no message, and why. */
export function Unreachable({ preview: { unreachable, recipientCount } }: PreviewProps) {
  if (unreachable.length === 0) return null
  const label =
    recipientCount === 0
      ? unreachable.length === 1
        ? 'This patient cannot be reached. Nothing can be sent.'
        : 'None of these patients can be reached. Nothing can be sent.'
      : `${formatCount(unreachable.length, 'patient')} cannot be reached and will be left out`
  return (
    <Warning label={label}>
      {recipientCount === 0 && <p>Go back to change the patients or the method.</p>}
      <LongList>
        {unreachable.map((patient) => (
          <PatientLine key={patient.id} patient={patient}>
            <span className="picked__reason">{patient.reason}</span>
          </PatientLine>
        ))}
      </LongList>
    </Warning>
  )
}

type AlreadyOpenProps = PreviewProps & { pathwayId: string; onLeaveOut: (ids: string[]) => void }

/** Who would get the form a second time. */
export function AlreadyOpen({ preview: { alreadyOpen, recipientCount }, pathwayId, onLeaveOut }: AlreadyOpenProps) {
  const count = alreadyOpen.length
  if (count === 0) return null
  const have = formatCount(count, 'patient already has', 'patients already have')
  return (
    <Warning label={`${have} this form open${pathwayId && ` on pathway ${pathwayId}`}`}>
      <p>{count === 1 ? 'This patient' : 'These patients'} will get the form a second time.</p>
      <LongList>
        {alreadyOpen.map((patient) => (
          <PatientLine key={patient.id} patient={patient}>
            {patient.requests.map(({ requestId, status, createdAt }) => (
              <div key={requestId} className="muted">
                Created {formatDate(dateOf(createdAt))}: {requestStatusLooks[status].label}
              </div>
            ))}
          </PatientLine>
        ))}
      </LongList>
      {count < recipientCount && (
        <Row>
          <Button size="sm" onClick={() => onLeaveOut(alreadyOpen.map(({ id }) => id))}>
            Leave out {count === 1 ? 'this patient' : `these ${formatCount(count, 'patient')}`}
          </Button>
        </Row>
      )}
    </Warning>
  )
}

const Warning = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="review-warning">
    <LabelledSection label={label}>{children}</LabelledSection>
  </div>
)

function LongList({ children }: { children: readonly ReactNode[] }) {
  const [isLong, setLong] = useState(false)
  return (
    <>
      <ul className="review-people">{isLong ? children : children.slice(0, shownFirst)}</ul>
      {children.length > shownFirst && (
        <Row>
          <Button kind="link" size="sm" onClick={() => setLong(!isLong)}>
            {isLong ? `Show the first ${shownFirst}` : `Show all ${formatCount(children.length, 'patient')}`}
          </Button>
        </Row>
      )}
    </>
  )
}

/** Enough to tell a patient from another of the same name. */
const PatientLine = ({ patient, children }: { patient: Omit<Person, 'method'>; children: ReactNode }) => (
  <li>
    <span className="review-people__who">
      <b>
        {patient.firstName} {patient.lastName}
      </b>
      <br />
      <span className="muted">
        Born <span className="nowrap">{formatDate(patient.dateOfBirth)}</span>,{' '}
        {patient.nhsNumber ? (
          <>
            NHS number <span className="nowrap">{formatNhsNumber(patient.nhsNumber)}</span>
          </>
        ) : (
          'no NHS number'
        )}
      </span>
    </span>
    <span>{children}</span>
  </li>
)
