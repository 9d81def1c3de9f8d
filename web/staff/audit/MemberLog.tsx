import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useSession } from '#web/staff/session.ts'

import { AuditLog } from './AuditLog.tsx'
import { auditLogWords as words } from './words.ts'

/** The activity of a user (AUD-2). A system administrator can read the log of any organisation. */
export function MemberLog({ organisationId, memberId }: { organisationId: string; memberId: string }) {
  const isColleague = useSession().member.organisationId === organisationId
  return (
    <AuditLog
      label={words.label}
      hasAutomaticReads
      ask={(query) =>
        isColleague
          ? q(api.members.logs, { params: { id: memberId }, query })
          : q(api.audit.ofOrganisation, { params: { id: organisationId }, query: { ...query, memberId } })
      }
    >
      {words.ofUser}
    </AuditLog>
  )
}
