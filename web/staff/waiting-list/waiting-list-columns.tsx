import type { WaitingListEntry } from '#contract/waiting-list.ts'
import { daysBetween, formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import { UrgentBadge } from '#web/staff/requests/StatusBadge.tsx'
import { fullName, specialtyWords } from '#web/staff/requests/worklist/request-columns.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Clipped } from '#web/ui/Clipped.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { waitWords } from './wait-words.ts'
import { waitingListWords as words } from './words.ts'

type EntryColumn = Column<WaitingListEntry>

const blank = <span className="muted">–</span>

const patient: EntryColumn = {
  id: 'patient',
  header: words.columns.patient,
  isRowHeader: true,
  cell: ({ patient: one, isUrgent }) => (
    <>
      {fullName(one)} {isUrgent && <UrgentBadge size="xs" />}
    </>
  ),
}
/** In the other queues users see at once whom they cannot take off the list yet. */
const patientWithWarning: EntryColumn = {
  ...patient,
  cell: ({ patient: one, isUrgent, saysWorse }) => (
    <>
      {fullName(one)} {isUrgent && <UrgentBadge size="xs" />}{' '}
      {saysWorse && (
        <Badge kind="warning" size="xs">
          {words.saysWorse}
        </Badge>
      )}
    </>
  ),
}
const nhsNumber: EntryColumn = {
  id: 'nhsNumber',
  header: words.columns.nhsNumber,
  isNowrap: true,
  cell: (entry) => (entry.patient.nhsNumber ? formatNhsNumber(entry.patient.nhsNumber) : blank),
}
const localPatientId: EntryColumn = {
  id: 'localPatientId',
  header: words.columns.localPatientId,
  isNowrap: true,
  cell: (entry) => entry.localPatientId || blank,
}
const form: EntryColumn = { id: 'form', header: words.columns.form, cell: (entry) => <Clipped text={entry.form.title} size="lg" /> }
const specialty: EntryColumn = {
  id: 'specialty',
  header: words.columns.specialty,
  // In full: many specialties begin with the same words.
  cell: (entry) => (entry.specialty ? specialtyWords(entry.specialty) : blank),
}
const waiting: EntryColumn = {
  id: 'waiting',
  header: words.columns.waiting,
  isNowrap: true,
  cell: ({ waitingSince }) =>
    waitingSince ? (
      <>
        {waitWords.weeks(waitingSince)} <span className="muted nowrap">{words.since(formatDate(waitingSince))}</span>
      </>
    ) : (
      blank
    ),
}
const reason: EntryColumn = {
  id: 'reason',
  header: words.columns.reason,
  // In full: users decide by it, and several reasons begin with the same words.
  cell: (entry) => entry.reason || blank,
}
const symptoms: EntryColumn = {
  id: 'symptoms',
  header: words.columns.symptoms,
  cell: (entry) => (entry.symptoms ? <Clipped text={entry.symptoms} size="md" /> : blank),
}
const answered: EntryColumn = {
  id: 'answered',
  header: words.columns.answered,
  isNowrap: true,
  cell: ({ answeredAt }) => (answeredAt ? formatDate(dateOf(answeredAt)) : blank),
}
const listed: EntryColumn = {
  id: 'listed',
  header: words.columns.listed,
  sortBy: 'openedAt',
  isNowrap: true,
  cell: ({ openedAt }) => words.days(Math.max(0, daysBetween(dateOf(openedAt), dateOf(new Date())))),
}
const approvedBy: EntryColumn = {
  id: 'approvedBy',
  header: words.columns.approvedBy,
  cell: (entry) => <Clipped text={entry.approvedBy} size="md" />,
}
const dayOf = ({ finalAt }: WaitingListEntry) => (finalAt ? formatDate(dateOf(finalAt)) : blank)
const final: EntryColumn = { id: 'final', header: words.columns.final, isNowrap: true, cell: dayOf }
/** Only a removal of which the patient was told has a last day that runs. */
const lastDay: EntryColumn = { id: 'lastDay', header: words.columns.lastDay, isNowrap: true, cell: dayOf }

const columnsOfWorse = [patient, nhsNumber, form, specialty, waiting, reason, symptoms, answered, listed]
const columns = [patientWithWarning, ...columnsOfWorse.slice(1)]
/** A removal is approved only where no symptoms are worse. Without that column the day fits at 1280 px. */
const columnsOfRemovals = [patientWithWarning, nhsNumber, form, specialty, waiting, reason, answered, listed, lastDay]
/** What identifies the patient in the patient administration system, and who answers for the removal. */
const columnsToTakeOff = [patientWithWarning, nhsNumber, localPatientId, specialty, reason, approvedBy, final, listed]

const columnsOfQueues: Partial<Record<WaitingListQueue, EntryColumn[]>> = {
  worse: columnsOfWorse,
  removal_approved: columnsOfRemovals,
  take_off_list: columnsToTakeOff,
}

export const columnsOf = (queue: WaitingListQueue) => columnsOfQueues[queue] ?? columns
