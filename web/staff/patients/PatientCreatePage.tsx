import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { api } from '#web/api/client.ts'
import { pathTo } from '#web/staff/paths.ts'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'

import { changesOf, emptyDraft } from './patient-values.ts'
import { PatientForm } from './PatientForm.tsx'
import { patientFormWords as words } from './words.ts'

export function PatientCreatePage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: api.patients.create,
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [api.patients.list.key] })
      await router.navigate({ to: pathTo('patientDetails', { id }) })
      notify({ label: words.create.done, kind: 'success' })
    },
  })
  return (
    <>
      <PageHeader title={words.create.title} />
      <PatientForm
        initial={emptyDraft}
        submitLabel={words.create.submit}
        cancelHref={pathTo('patientList')}
        saving={create}
        onSave={(draft, ruledOut) => {
          const { archived: _, ...body } = changesOf(emptyDraft, draft)
          create.mutate({ body: { ...body, mayBeContacted: draft.mayBeContacted, ruledOut } })
        }}
      />
    </>
  )
}
