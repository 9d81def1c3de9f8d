import type { Organisation } from '#contract/organisations.ts'
import { formatDateTime } from '#domain/dates.ts'
import { detailsWords } from '#web/staff/organisations/words.ts'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

const count = (total: number) => total.toLocaleString('en-GB')

export const Totals = ({ organisation }: { organisation: Organisation }) => (
  <LabelledSection label={detailsWords.totals}>
    <SummaryList
      rows={[
        { label: detailsWords.users, value: count(organisation.totalMembers) },
        { label: detailsWords.patients, value: count(organisation.totalPatients) },
        { label: detailsWords.activePatients, value: count(organisation.totalActivePatients) },
        { label: detailsWords.created, value: formatDateTime(organisation.createdAt) },
      ]}
    />
  </LabelledSection>
)
