import type { Organisation } from '#contract/organisations.ts'
import { formatDateTime } from '#domain/dates.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

const count = (total: number) => total.toLocaleString('en-GB')

export const Totals = ({ organisation }: { organisation: Organisation }) => (
  <LabelledSection label="Totals">
    <SummaryList
      rows={[
        { label: 'Total members', value: count(organisation.totalMembers) },
        { label: 'Total patients', value: count(organisation.totalPatients) },
        { label: 'Total active patients', value: count(organisation.totalActivePatients) },
        { label: 'Created', value: formatDateTime(organisation.createdAt) },
      ]}
    />
  </LabelledSection>
)
