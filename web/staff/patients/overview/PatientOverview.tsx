import type { Patient } from '#contract/patients.ts'
import { useSession } from '#web/staff/session.ts'

import { LatestScores } from './LatestScores.tsx'
import { PatientTimeline } from './PatientTimeline.tsx'
import { WaitingForms } from './WaitingForms.tsx'

/** What waits for somebody, the latest scores, and what happened with the patient (PAT-2). */
export function PatientOverview({ patient: { id } }: { patient: Patient }) {
  const { can } = useSession()
  return (
    <>
      {can('formRequest:read') && (
        <>
          <WaitingForms patientId={id} />
          <LatestScores patientId={id} />
        </>
      )}
      <PatientTimeline patientId={id} />
    </>
  )
}
