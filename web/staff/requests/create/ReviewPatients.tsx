import { useState, type ReactNode } from 'react'

import type { SendingPreview } from '#contract/requests.ts'
import { formatCount } from '#domain/amounts.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { languageName } from '#domain/languages.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { byMethod } from '#domain/notification.ts'
import { requestStatusLooks } from '#domain/request-status.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { alreadyOpenWords, reviewWords as words, selectedPatientWords, unreachableWords, untranslatedWords } from './words.ts'

type Person = SendingPreview['recipients'][number]
type PreviewProps = { preview: SendingPreview }

/** The number of names before "Show all". */
const shownFirst = 10

/** The first ten recipients by name. */
export function Recipients({ preview: { recipients, recipientCount } }: PreviewProps) {
  if (recipientCount === 0) return null
  const more = recipientCount - recipients.length
  return (
    <LabelledSection label={recipientCount === 1 ? words.patient : formatCount(recipientCount, 'patient')}>
      <ul className="review-people">
        {recipients.map((patient) => (
          <PatientLine key={patient.id} patient={patient}>
            <span className="muted">{selectedPatientWords.by(byMethod(patient.method))}</span>
          </PatientLine>
        ))}
      </ul>
      {more > 0 && <p className="muted">{words.more(more)}</p>}
    </LabelledSection>
  )
}

/** Who gets no message, and why. */
export function Unreachable({ preview: { unreachable, recipientCount } }: PreviewProps) {
  if (unreachable.length === 0) return null
  const reasons = Map.groupBy(unreachable, ({ reason }) => reason)
  const label = recipientCount === 0 ? unreachableWords.nobody(unreachable.length) : unreachableWords.some(unreachable.length)
  return (
    <Warning label={label}>
      {recipientCount === 0 && <p>{unreachableWords.goBack}</p>}
      {reasons.size > 1 && (
        <ul>
          {[...reasons].map(([reason, patients]) => (
            <li key={reason}>{unreachableWords.because(reason, patients.length)}</li>
          ))}
        </ul>
      )}
      <LongList>
        {[...reasons.values()].flat().map((patient) => (
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
  return (
    <Warning label={alreadyOpenWords.title(count, pathwayId)}>
      <p>{alreadyOpenWords.secondTime(count)}</p>
      <LongList>
        {alreadyOpen.map((patient) => (
          <PatientLine key={patient.id} patient={patient}>
            {patient.requests.map(({ requestId, status, createdAt }) => (
              <div key={requestId} className="muted">
                {alreadyOpenWords.created(formatDate(dateOf(createdAt)), requestStatusLooks[status].label)}
              </div>
            ))}
          </PatientLine>
        ))}
      </LongList>
      {count < recipientCount && (
        <Row>
          <Button size="sm" onClick={() => onLeaveOut(alreadyOpen.map(({ id }) => id))}>
            {alreadyOpenWords.leaveOut(count)}
          </Button>
        </Row>
      )}
    </Warning>
  )
}

/** Who would read the form, or a part of it, in English although they read another language. Sending is not stopped. */
export function Untranslated({ preview: { untranslated, recipientCount } }: PreviewProps) {
  return untranslated.map(({ language, count, texts, inEnglish }) => (
    <Alert key={language} kind="info">
      {untranslatedWords.reads(recipientCount === 1 ? undefined : count, languageName(language))}{' '}
      {inEnglish === texts
        ? untranslatedWords.all(languageName(language))
        : untranslatedWords.some(inEnglish, texts, languageName(language))}
    </Alert>
  ))
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
            {isLong ? words.showFirst(shownFirst) : words.showAll(children.length)}
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
        {words.born} <span className="nowrap">{formatDate(patient.dateOfBirth)}</span>,{' '}
        {patient.nhsNumber ? (
          <>
            {words.nhsNumber} <span className="nowrap">{formatNhsNumber(patient.nhsNumber)}</span>
          </>
        ) : (
          words.noNhsNumber
        )}
      </span>
    </span>
    <span>{children}</span>
  </li>
)
