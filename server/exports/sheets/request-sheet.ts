import { answerChannelLabels, answererLabels } from '#domain/answering.ts'
import { ageOn } from '#domain/dates.ts'
import { dateOf, formatDateTime } from '#domain/moments.ts'
import { methodLabel } from '#domain/notification.ts'
import { requestStatusLooks } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import { weeksWaited } from '#domain/waiting-since.ts'
import type { OutgoingColumn, OutgoingRow, OutgoingValue } from '#server/documents/spreadsheet/write.ts'

import type { ExportRow } from '#server/exports/exports.ts'

type RequestColumn = OutgoingColumn & {
  value: (row: ExportRow) => OutgoingValue
  /** True for columns that identify a patient. Exports without personal data leave them out. */
  isPersonal?: boolean
}

const sexes: Record<string, string> = { male: 'Male', female: 'Female' }

const columns: readonly RequestColumn[] = [
  { header: 'Request ID', kind: 'text', width: 38, value: (row) => row.id },
  { header: 'NHS number', kind: 'text', isPersonal: true, value: ({ patient }) => patient.nhsNumber },
  { header: 'Local patient ID', kind: 'text', isPersonal: true, value: ({ patient }) => patient.localPatientId },
  { header: 'First name', kind: 'text', isPersonal: true, value: ({ patient }) => patient.firstName },
  { header: 'Last name', kind: 'text', isPersonal: true, value: ({ patient }) => patient.lastName },
  { header: 'Date of birth', kind: 'date', isPersonal: true, value: ({ patient }) => patient.dateOfBirth },
  { header: 'Age group', kind: 'text', value: (row) => ageGroup(row) },
  { header: 'Sex', kind: 'text', value: ({ patient }) => sexes[patient.sex ?? ''] },
  { header: 'Phone', kind: 'text', width: 18, isPersonal: true, value: ({ patient }) => patient.phoneNumber },
  { header: 'Email', kind: 'text', width: 30, isPersonal: true, value: ({ patient }) => patient.emailAddress },
  { header: 'Address', kind: 'text', width: 44, isPersonal: true, value: ({ patient }) => patient.address },
  { header: 'Form', kind: 'text', width: 32, value: (row) => row.formTitle },
  { header: 'Form version', kind: 'number', value: (row) => row.formVersion },
  { header: 'Status', kind: 'text', value: (row) => requestStatusLooks[row.status].label },
  { header: 'Urgent', kind: 'text', value: (row) => (row.isUrgent ? 'Yes' : 'No') },
  { header: 'Specialty code', kind: 'text', value: (row) => row.specialty },
  { header: 'Specialty', kind: 'text', width: 28, value: (row) => specialtyName(row.specialty) },
  { header: 'Waiting since', kind: 'date', isPersonal: true, value: (row) => row.waitingSince },
  { header: 'Weeks waited when created', kind: 'number', width: 26, value: (row) => weeksOf(row) },
  { header: 'Outcome', kind: 'text', width: 24, value: (row) => row.outcome },
  { header: 'Notes', kind: 'text', width: 60, isPersonal: true, value: notesOf },
  { header: 'Pathway ID', kind: 'text', width: 22, isPersonal: true, value: (row) => row.pathwayId },
  { header: 'Location', kind: 'text', value: (row) => row.location },
  { header: 'Event', kind: 'text', value: (row) => row.event },
  { header: 'Method', kind: 'text', value: (row) => methodLabel(row.method) },
  { header: 'Answered', kind: 'text', value: ({ channel }) => channel && answerChannelLabels[channel] },
  { header: 'Answered by', kind: 'text', value: ({ answeredBy }) => answeredBy && answererLabels[answeredBy] },
  { header: 'Carer', kind: 'text', width: 24, isPersonal: true, value: (row) => row.carer },
  { header: 'Typed by', kind: 'text', width: 24, isPersonal: true, value: (row) => row.typedBy },
  { header: 'Assignee', kind: 'text', width: 24, isPersonal: true, value: (row) => row.assignee },
  { header: 'Created', kind: 'datetime', value: (row) => row.createdAt },
  { header: 'Sent', kind: 'datetime', value: (row) => row.notifiedAt },
  { header: 'Opened', kind: 'datetime', value: (row) => row.openedAt },
  { header: 'Submitted', kind: 'datetime', value: (row) => row.submittedAt },
  { header: 'Closed', kind: 'datetime', value: (row) => row.closedAt },
  { header: 'Expires', kind: 'datetime', value: (row) => row.expiresAt },
]

/** Excel allows this many characters in a cell. */
const maxCellLength = 32_767

/** All notes in one cell, the newest first. Where they do not fit, the cell says how many older ones are left out. */
function notesOf({ notes }: ExportRow) {
  const corrected = new Set(notes.map(({ correctsId }) => correctsId))
  const texts = notes
    .map(({ id, by, at, text }) => `${formatDateTime(at)}, ${by}${corrected.has(id) ? ' (corrected by a later note)' : ''}:\n${text}`)
    .toReversed()
  const leftOut = (count: number) => `${count} older ${count === 1 ? 'note does' : 'notes do'} not fit in this cell.`
  let shown = texts.length
  const cell = () => [...texts.slice(0, shown), ...(shown < texts.length ? [leftOut(texts.length - shown)] : [])].join('\n\n')
  while (cell().length > maxCellLength) shown--
  return cell()
}

/** The columns of the sheet of form requests, and the row of a request. */
export function requestSheet({ hasPersonalData }: { hasPersonalData: boolean }) {
  const shown = columns.filter(({ isPersonal }) => hasPersonalData || !isPersonal)
  return { columns: shown, toRow: (row: ExportRow): OutgoingRow => shown.map(({ value }) => value(row)) }
}

/** The columns that a file without personal data leaves out. */
export const personalColumns = columns.filter(({ isPersonal }) => isPersonal).map(({ header }) => header)

/** Age groups of ten years, for statistics that do not identify a patient. */
function ageGroup({ patient, createdAt }: ExportRow) {
  const age = ageOn(patient.dateOfBirth, dayOf(createdAt))
  const from = Math.floor(age / 10) * 10
  return age >= 90 ? '90 and over' : `${from} to ${from + 9}`
}

const weeksOf = ({ waitingSince, createdAt }: ExportRow) => (waitingSince === null ? null : weeksWaited(waitingSince, dayOf(createdAt)))

/** Formatting a date takes longer than writing the row, so it is cached by the hour: rows come in order and clocks change on the hour. */
let lastDay = { hour: '', day: '' }
function dayOf(moment: string) {
  const hour = moment.slice(0, 13)
  if (lastDay.hour !== hour) lastDay = { hour, day: dateOf(moment) }
  return lastDay.day
}
