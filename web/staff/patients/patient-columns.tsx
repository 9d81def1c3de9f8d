import type { Patient } from '#contract/patients.ts'
import { ageOn, dateOf, formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { methodLabel } from '#domain/notification.ts'
import { sexLabels } from '#domain/patient-choices.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Clipped } from '#web/ui/Clipped.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { patientsPageWords as words } from './words.ts'

const born = ({ dateOfBirth }: Patient) => `${formatDate(dateOfBirth)} (${ageOn(dateOfBirth, dateOf(new Date()))})`

/** Last name first, for reading down a list. The details page has the first name first. */
export const patientColumns: Column<Patient>[] = [
  { id: 'name', header: words.columns.name, cell: (patient) => <Name patient={patient} />, sortBy: 'lastName', isRowHeader: true },
  {
    id: 'nhsNumber',
    header: words.columns.nhsNumber,
    cell: ({ nhsNumber }) => formatNhsNumber(nhsNumber ?? '–'),
    sortBy: 'nhsNumber',
    isNowrap: true,
  },
  { id: 'born', header: words.columns.born, cell: born, sortBy: 'dateOfBirth', isNowrap: true },
  { id: 'sex', header: words.columns.sex, cell: ({ sex }) => (sex ? sexLabels[sex] : '–') },
  { id: 'localId', header: words.columns.localPatientId, cell: ({ localPatientId }) => localPatientId ?? '–', isNowrap: true },
  { id: 'place', header: words.columns.place, cell: (patient) => <Place patient={patient} />, isNowrap: true },
  { id: 'ward', header: words.columns.ward, cell: ({ ward }) => (ward ? <Clipped text={ward.name} size="md" /> : '–') },
  { id: 'method', header: words.columns.contact, cell: (patient) => <Contact patient={patient} />, isNowrap: true },
  { id: 'open', header: words.columns.openForms, cell: ({ openRequests }) => openRequests || '–', align: 'end' },
]

function Name({ patient: { firstName, lastName, archived } }: { patient: Patient }) {
  return (
    <>
      {lastName}, {firstName}{' '}
      {archived && (
        <Badge kind="dark" size="2xs">
          {words.archived}
        </Badge>
      )}
    </>
  )
}

/** A long town is shortened, and the postcode never. */
function Place({ patient: { address } }: { patient: Patient }) {
  const { town, postcode } = address
  if (!town) return postcode ?? '–'
  return (
    <>
      <Clipped text={town} size="md" />
      {postcode && `, ${postcode}`}
    </>
  )
}

function Contact({ patient: { mayBeContacted, preferredMethod } }: { patient: Patient }) {
  if (!mayBeContacted)
    return (
      <Badge kind="warning" size="2xs">
        {words.doNotContact}
      </Badge>
    )
  return preferredMethod ? methodLabel(preferredMethod) : '–'
}
