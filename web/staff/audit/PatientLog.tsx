import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

import { AuditLog } from './AuditLog.tsx'

/** Who opened or changed a patient’s record, or saw the patient in a list or a file (AUD-4). */
export const PatientLog = ({ patientId }: { patientId: string }) => (
  <AuditLog label="Access log" hasPeople ask={(query) => q(api.audit.ofPatient, { params: { id: patientId }, query })}>
    Everyone who opens this patient’s record, or sees the patient in a list, is recorded here.
  </AuditLog>
)
