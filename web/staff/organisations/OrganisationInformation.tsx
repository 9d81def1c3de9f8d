import type { Organisation } from '#contract/organisations.ts'
import { formatDateTime } from '#domain/dates.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

const count = (total: number) => total.toLocaleString('en-GB')
const days = (number: number) => `${number} ${number === 1 ? 'day' : 'days'}`

export function OrganisationInformation({ organisation }: { organisation: Organisation }) {
  return (
    <Stack gap="lg">
      <LabelledSection label="Organisation">
        <SummaryList
          rows={[
            { label: 'Name', value: organisation.name },
            { label: 'ODS Code', value: organisation.odsCode },
            { label: 'Organisation number', value: organisation.code },
            { label: 'Vital type', value: organisation.vitalType },
            { label: 'Regulatory body', value: organisation.regulatoryBody },
            { label: 'Created', value: formatDateTime(organisation.createdAt) },
          ]}
        />
      </LabelledSection>
      <LabelledSection label="Totals">
        <SummaryList
          rows={[
            { label: 'Total members', value: count(organisation.totalMembers) },
            { label: 'Total patients', value: count(organisation.totalPatients) },
            { label: 'Total active patients', value: count(organisation.totalActivePatients) },
          ]}
        />
      </LabelledSection>
      <LabelledSection label="Settings">
        <SummaryList
          rows={[
            { label: 'Reminder', value: organisation.reminderDays === 0 ? 'Never' : `${days(organisation.reminderDays)} after sending` },
            { label: 'Expiry', value: `${days(organisation.expiryDays)} after sending` },
            { label: 'Auto-close', value: `${days(organisation.autoCloseDays)} after completion` },
            { label: 'Minimum age', value: `${organisation.minimumAge} years` },
            { label: 'Clinician timeout', value: organisation.clinicianTimeout ? `${organisation.clinicianTimeout} minutes` : 'Never' },
            { label: 'Ward access', value: organisation.wardAccess === 'all' ? 'Every ward' : 'Assigned wards only' },
            { label: 'Second factor', value: organisation.secondFactorRequired ? 'Required of everyone' : 'Up to each user' },
          ]}
        />
      </LabelledSection>
    </Stack>
  )
}
