import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

import { AuditLog } from './AuditLog.tsx'
import { patientLogWords as words } from './words.ts'

/** Who opened or changed a patient’s record, or saw the patient in a list or a file (AUD-4). */
export const PatientLog = ({ patientId }: { patientId: string }) => (
  <AuditLog label={words.label} hasPeople hasAutomaticReads ask={(query) => q(api.audit.ofPatient, { params: { id: patientId }, query })}>
    {words.recorded}
  </AuditLog>
)
