import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useDownload } from '#web/staff/use-download.ts'
import { useSession } from '#web/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'

import { AuditLog } from './AuditLog.tsx'
import { MemberLogPicker, PatientLogPicker } from './LogPickers.tsx'
import type { LogSearch } from './use-log-search.ts'
import { auditLogWords as words } from './words.ts'

/** All activity in an organisation, with the user (AUD-4). */
export const OrganisationLog = ({ organisationId }: { organisationId: string }) => (
  <AuditLog
    label={words.label}
    hasPeople
    hasAutomaticReads
    renderPickers={({ list }) => <Pickers organisationId={organisationId} onMember={(memberId) => list.setFilters({ memberId })} />}
    ask={(query) => q(api.audit.ofOrganisation, { params: { id: organisationId }, query })}
    renderActions={({ filters }) => <ExportButton organisationId={organisationId} filters={filters} />}
  >
    {words.ofOrganisation}
  </AuditLog>
)

type PickersProps = { organisationId: string; onMember: (memberId: string) => void }

/** Patients are found in one’s own organisation only. */
function Pickers({ organisationId, onMember }: PickersProps) {
  const { member, can } = useSession()
  return (
    <>
      {member.organisationId === organisationId && can('patient:read') && <PatientLogPicker />}
      {can('member:read') && <MemberLogPicker organisationId={organisationId} onChoose={onMember} />}
    </>
  )
}

/** Exports all entries that match the filters. */
function ExportButton({ organisationId, filters }: { organisationId: string; filters: LogSearch['filters'] }) {
  const exporting = useDownload(() => api.audit.exportOfOrganisation({ params: { id: organisationId }, query: filters }))
  return (
    <Button isPending={exporting.isPending} pendingLabel={words.exporting} onClick={() => exporting.mutate()}>
      <Icon name="download" />
      {words.export}
    </Button>
  )
}
