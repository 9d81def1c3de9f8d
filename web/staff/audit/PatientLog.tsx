import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

import { AuditLog } from './AuditLog.tsx'

/** Who looked at a patient's record, changed it, or saw them in a list or a file (AUD-4). */
export const PatientLog = ({ patientId }: { patientId: string }) => (
  <AuditLog label="Access log" hasPeople ask={(query) => q(api.audit.ofPatient, { params: { id: patientId }, query })}>
    Whoever looks at this patient, or sees them in a list, is recorded here.
  </AuditLog>
)
