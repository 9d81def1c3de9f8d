import type { Patient } from '#contract/patients.ts'
import { formatDateTime } from '#domain/dates.ts'
import { methodLabel } from '#domain/notification.ts'
import { admissionStatusLabels, sexLabels } from '#domain/patient-choices.ts'
import { formatPhone } from '#domain/phone.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList, type SummaryRow } from '#web/ui/SummaryList.tsx'

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

export function PatientSummary({ patient }: { patient: Patient }) {
  const { address, preferredMethod } = patient
  const sections: { label: string; rows: SummaryRow[] }[] = [
    {
      label: 'Contact',
      rows: [
        { label: 'Phone number', value: patient.phoneNumber && formatPhone(patient.phoneNumber) },
        { label: 'Email address', value: patient.emailAddress },
        { label: 'Contact method', value: preferredMethod && methodLabel(preferredMethod) },
        { label: 'May be contacted', value: yesOrNo(patient.mayBeContacted) },
        { label: 'Address', value: <Address lines={[address.line1, address.line2, address.town, address.county, address.postcode]} /> },
      ],
    },
    {
      label: 'Care',
      rows: [
        { label: 'Sex', value: patient.sex && sexLabels[patient.sex] },
        { label: 'Local patient ID', value: patient.localPatientId },
        { label: 'Ward', value: patient.ward?.name },
        { label: 'Admission status', value: admissionStatusLabels[patient.admissionStatus] },
        { label: 'On record', value: yesOrNo(patient.onRecord) },
        { label: 'Submitted a form', value: yesOrNo(patient.submitted) },
        { label: 'Last changed', value: formatDateTime(patient.updatedAt) },
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
  if (given.length === 0) return <span className="muted">Not given</span>
  return given.map((line, index) => <div key={index}>{line}</div>)
}
