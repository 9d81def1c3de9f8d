import type { Patient } from '#contract/patients.ts'
import { formatDateTime } from '#domain/dates.ts'
import { methodLabel } from '#domain/notification.ts'
import { admissionStatusLabels, sexLabels } from '#domain/patient-choices.ts'
import { formatPhone } from '#domain/phone.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList, type SummaryRow } from '#web/ui/SummaryList.tsx'

import { patientSummaryWords as words } from './words.ts'

const yesOrNo = (is: boolean) => (is ? words.yes : words.no)

export function PatientSummary({ patient }: { patient: Patient }) {
  const { address, preferredMethod } = patient
  const sections: { label: string; rows: SummaryRow[] }[] = [
    {
      label: words.contact,
      rows: [
        { label: words.phoneNumber, value: patient.phoneNumber && formatPhone(patient.phoneNumber) },
        { label: words.emailAddress, value: patient.emailAddress },
        { label: words.preferredMethod, value: preferredMethod && methodLabel(preferredMethod) },
        { label: words.mayBeContacted, value: yesOrNo(patient.mayBeContacted) },
        { label: words.address, value: <Address lines={[address.line1, address.line2, address.town, address.county, address.postcode]} /> },
      ],
    },
    {
      label: words.care,
      rows: [
        { label: words.sex, value: patient.sex && sexLabels[patient.sex] },
        { label: words.localPatientId, value: patient.localPatientId },
        { label: words.ward, value: patient.ward?.name },
        { label: words.admissionStatus, value: admissionStatusLabels[patient.admissionStatus] },
        { label: words.onRecord, value: yesOrNo(patient.onRecord) },
        { label: words.submitted, value: yesOrNo(patient.submitted) },
        { label: words.lastChanged, value: formatDateTime(patient.updatedAt) },
      ],
    },
  ]
  return (
    <Grid>
      {sections.map(({ label, rows }) => (
        <Panel key={label}>
          <LabelledSection label={label}>
            <SummaryList rows={rows} />
          </LabelledSection>
        </Panel>
      ))}
    </Grid>
  )
}

function Address({ lines }: { lines: readonly string[] }) {
  const given = lines.filter(Boolean)
  if (given.length === 0) return <span className="muted">{words.notGiven}</span>
  return given.map((line, index) => <div key={index}>{line}</div>)
}
