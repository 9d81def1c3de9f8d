import type { Patient } from '#contract/patients.ts'
import { ageOn, dateOf, formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { methodLabel } from '#domain/notification.ts'
import { sexLabels } from '#domain/patient-choices.ts'
import { Badge } from '#web/ui/Badge.tsx'
import type { Column } from '#web/ui/data-table.ts'

const place = ({ address: { town, postcode } }: Patient) => [town, postcode].filter(Boolean).join(', ')
const born = ({ dateOfBirth }: Patient) => `${formatDate(dateOfBirth)} (${ageOn(dateOfBirth, dateOf(new Date()))})`

/** Last name first, for reading down a list. The details page has the first name first. */
export const patientColumns: Column<Patient>[] = [
  { id: 'name', header: 'Name', cell: (patient) => <Name patient={patient} />, sortBy: 'lastName', isRowHeader: true },
  {
    id: 'nhsNumber',
    header: 'NHS number',
    cell: ({ nhsNumber }) => formatNhsNumber(nhsNumber ?? '–'),
    sortBy: 'nhsNumber',
    isNowrap: true,
  },
  { id: 'born', header: 'Date of birth (age)', cell: born, sortBy: 'dateOfBirth', isNowrap: true },
  { id: 'sex', header: 'Sex', cell: ({ sex }) => (sex ? sexLabels[sex] : '–') },
  { id: 'localId', header: 'Local patient ID', cell: ({ localPatientId }) => localPatientId ?? '–', isNowrap: true },
  { id: 'place', header: 'Town, postcode', cell: (patient) => place(patient) || '–' },
  { id: 'ward', header: 'Ward', cell: ({ ward }) => ward?.name ?? '–' },
  { id: 'method', header: 'Contact', cell: (patient) => <Contact patient={patient} />, isNowrap: true },
  { id: 'open', header: 'Open forms', cell: ({ openRequests }) => openRequests || '–', align: 'end' },
]

function Name({ patient: { firstName, lastName, archived } }: { patient: Patient }) {
  return (
    <>
      {lastName}, {firstName}{' '}
      {archived && (
        <Badge kind="dark" size="2xs">
          Archived
        </Badge>
      )}
    </>
  )
}

function Contact({ patient: { mayBeContacted, preferredMethod } }: { patient: Patient }) {
  if (!mayBeContacted)
    return (
      <Badge kind="warning" size="2xs">
        Do not contact
      </Badge>
    )
  return preferredMethod ? methodLabel(preferredMethod) : '–'
}
