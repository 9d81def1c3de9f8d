import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

/** The patient or the form whose page one came from, named in the address: ?patientId= or ?formId=. */
export function useStartedWith() {
  const { patientId = '', formId = '' } = useSearch({ from: '/inside/requests/create' })
  const patient = useQuery({ ...q(api.patients.get, { query: { id: patientId } }), enabled: patientId !== '' })
  const form = useQuery({ ...q(api.forms.get, { params: { id: formId } }), enabled: formId !== '' })
  return {
    patient: patient.data,
    form: form.data?.version ? { id: form.data.id, title: form.data.title } : undefined,
    isLoading: (patientId !== '' && patient.isPending) || (formId !== '' && form.isPending),
  }
}
