import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

import { AuditLog } from './AuditLog.tsx'

/** What a member did (AUD-2). */
export const MemberLog = ({ memberId }: { memberId: string }) => (
  <AuditLog label="Audit log" ask={(query) => q(api.members.logs, { params: { id: memberId }, query })}>
    Everything this person does in Formward is recorded here.
  </AuditLog>
)
