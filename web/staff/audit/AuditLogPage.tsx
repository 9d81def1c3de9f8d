import { useSession } from '#web/staff/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

import { OrganisationLog } from './OrganisationLog.tsx'

export function AuditLogPage() {
  const { member } = useSession()
  return (
    <>
      <PageHeader title="Audit Log" />
      <OrganisationLog organisationId={member.organisationId} />
    </>
  )
}
