import type { Organisation } from '#contract/organisations.ts'
import { detailsWords, organisationLabels } from '#web/staff/organisations/words.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

/** The same details for an admin of the organisation, who may not change them. */
export const DetailsSummary = ({ organisation }: { organisation: Organisation }) => (
  <LabelledSection label={detailsWords.label} description={detailsWords.readOnly}>
    <SummaryList
      rows={[
        { label: organisationLabels.name, value: organisation.name },
        { label: organisationLabels.odsCode, value: organisation.odsCode },
        { label: organisationLabels.code, value: organisation.code },
        { label: organisationLabels.vitalType, value: organisation.vitalType },
        { label: organisationLabels.regulatoryBody, value: organisation.regulatoryBody },
      ]}
    />
  </LabelledSection>
)
