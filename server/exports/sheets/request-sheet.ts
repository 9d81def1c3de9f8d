import { ageOn, dateOf } from '#domain/dates.ts'
import { methodLabel } from '#domain/notification.ts'
import { requestStatusLooks } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
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
  { header: 'Pathway ID', kind: 'text', width: 22, isPersonal: true, value: (row) => row.pathwayId },
  { header: 'Location', kind: 'text', value: (row) => row.location },
  { header: 'Event', kind: 'text', value: (row) => row.event },
  { header: 'Method', kind: 'text', value: (row) => methodLabel(row.method) },
  { header: 'Assignee', kind: 'text', width: 24, isPersonal: true, value: (row) => row.assignee },
  { header: 'Created', kind: 'datetime', value: (row) => row.createdAt },
  { header: 'Sent', kind: 'datetime', value: (row) => row.notifiedAt },
  { header: 'Opened', kind: 'datetime', value: (row) => row.openedAt },
  { header: 'Submitted', kind: 'datetime', value: (row) => row.submittedAt },
  { header: 'Closed', kind: 'datetime', value: (row) => row.closedAt },
  { header: 'Expires', kind: 'datetime', value: (row) => row.expiresAt },
]

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

/** Formatting a date takes longer than writing the row, so it is cached by the hour: rows come in order and clocks change on the hour. */
let lastDay = { hour: '', day: '' }
function dayOf(moment: string) {
  const hour = moment.slice(0, 13)
  if (lastDay.hour !== hour) lastDay = { hour, day: dateOf(moment) }
  return lastDay.day
}
