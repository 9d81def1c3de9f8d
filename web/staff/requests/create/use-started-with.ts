import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'

/** The patient or the form whose page one came from, named in the address: ?patientId= or ?formId=. */
export function useStartedWith() {
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> })
  const idOf = (name: string) => (typeof search[name] === 'string' ? search[name] : '')
  const [patientId, formId] = [idOf('patientId'), idOf('formId')]
  const patient = useQuery({ ...q(api.patients.get, { query: { id: patientId } }), enabled: patientId !== '' })
  const form = useQuery({ ...q(api.forms.get, { params: { id: formId } }), enabled: formId !== '' })
  return {
    patient: patient.data,
    form: form.data?.version ? { id: form.data.id, title: form.data.title } : undefined,
    isLoading: (patientId !== '' && patient.isPending) || (formId !== '' && form.isPending),
  }
}
