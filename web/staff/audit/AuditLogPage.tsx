import { useSession } from '#web/staff/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

import { OrganisationLog } from './OrganisationLog.tsx'
import { auditLogWords as words } from './words.ts'

export function AuditLogPage() {
  const { member } = useSession()
  return (
    <>
      <PageHeader title={words.title} />
      <OrganisationLog organisationId={member.organisationId} />
    </>
  )
}
