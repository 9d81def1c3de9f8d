import type { Organisation } from '#contract/organisations.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

/** For those who may not change it. */
export const DetailsSummary = ({ organisation }: { organisation: Organisation }) => (
  <LabelledSection label="Organisation" description="A system administrator can change these for you.">
    <SummaryList
      rows={[
        { label: 'Name', value: organisation.name },
        { label: 'ODS Code', value: organisation.odsCode },
        { label: 'Organisation number', value: organisation.code },
        { label: 'Vital type', value: organisation.vitalType },
        { label: 'Regulatory body', value: organisation.regulatoryBody },
      ]}
    />
  </LabelledSection>
)
