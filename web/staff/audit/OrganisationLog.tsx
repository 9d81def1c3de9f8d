import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ExportTable } from '#web/staff/exports/ExportTable.tsx'
import { useSession } from '#web/staff/session.ts'

import { AuditLog } from './AuditLog.tsx'
import { MemberLogPicker, PatientLogPicker } from './LogPickers.tsx'
import { auditLogWords as words } from './words.ts'

/** All activity in an organisation, with the user (AUD-4). */
export const OrganisationLog = ({ organisationId }: { organisationId: string }) => (
  <AuditLog
    label={words.label}
    hasPeople
    hasAutomaticReads
    renderPickers={({ list }) => <Pickers organisationId={organisationId} onMember={(memberId) => list.setFilters({ memberId })} />}
    ask={(query) => q(api.audit.ofOrganisation, { params: { id: organisationId }, query })}
    renderActions={({ filters }) => (
      <ExportTable
        title={words.exportTitle}
        fetchFile={(format) => api.audit.exportOfOrganisation({ params: { id: organisationId }, query: { ...filters, format } })}
      >
        {words.export}
      </ExportTable>
    )}
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
