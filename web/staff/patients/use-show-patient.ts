import { useQueryClient } from '@tanstack/react-query'

import type { Patient } from '#contract/patients.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

/** Shows the patient from the answer and refreshes every list that can contain the patient. */
export function useShowPatient() {
  const queryClient = useQueryClient()
  return async (patient: Patient) => {
    queryClient.setQueryData(q(api.patients.get, { query: { id: patient.id } }).queryKey, patient)
    await Promise.all(
      [api.patients.list, api.requests.list, api.requests.groupings, api.patientTimeline.read].map(({ key }) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
  }
}
