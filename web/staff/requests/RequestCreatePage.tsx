import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { NewRequestForm } from './create/NewRequestForm.tsx'
import { nothingYet } from './create/new-request.ts'
import { newRequestWords } from './create/words.ts'

export function RequestCreatePage() {
  const { patient, form, isLoading } = useStartedWith()
  if (!isLoading) return <NewRequestForm start={{ ...nothingYet, patients: patient ? [patient] : [], form }} />
  return (
    <>
      <PageHeader title={newRequestWords.title} />
      <Panel>
        <Skeleton lines={8} />
      </Panel>
    </>
  )
}

/** The patient or form of the page before, from the URL: ?patientId= or ?formId=. */
function useStartedWith() {
  const { patientId = '', formId = '' } = useSearch({ from: '/inside/requests/create' })
  const patient = useQuery({ ...q(api.patients.get, { query: { id: patientId } }), enabled: patientId !== '' })
  const form = useQuery({ ...q(api.forms.get, { params: { id: formId } }), enabled: formId !== '' })
  return {
    patient: patient.data,
    form: form.data?.version ? { id: form.data.id, title: form.data.title, type: form.data.type } : undefined,
    isLoading: (patientId !== '' && patient.isPending) || (formId !== '' && form.isPending),
  }
}
