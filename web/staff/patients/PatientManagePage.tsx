import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { Patient } from '#contract/patients.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { changesOf, draftOf } from './patient-values.ts'
import { PatientForm } from './PatientForm.tsx'
import { patientFormWords as words } from './words.ts'

export function PatientManagePage({ id }: { id: string }) {
  const found = useQuery(q(api.patients.get, { query: { id } }))
  return (
    <>
      <PageHeader title={words.manage.title} description={found.data?.fullName} />
      {found.isPending && (
        <Panel>
          <Skeleton lines={8} />
        </Panel>
      )}
      {found.isError && <LoadError of={found} />}
      {found.data && <Manage patient={found.data} />}
    </>
  )
}

function Manage({ patient }: { patient: Patient }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const details = pathTo('patientDetails', { id: patient.id }, { tab: 'details' })
  const initial = draftOf(patient)
  const update = useMutation({
    mutationFn: api.patients.update,
    onSuccess: async (updated) => {
      queryClient.setQueryData(q(api.patients.get, { query: { id: updated.id } }).queryKey, updated)
      await Promise.all([api.patients.list, api.patientTimeline.read].map(({ key }) => queryClient.invalidateQueries({ queryKey: [key] })))
      await router.navigate({ to: details })
      notify({ label: words.manage.done, kind: 'success' })
    },
  })
  return (
    <PatientForm
      initial={initial}
      submitLabel={words.manage.submit}
      cancelHref={details}
      saving={update}
      onSave={(draft, ruledOut) => update.mutate({ params: { id: patient.id }, body: { ...changesOf(initial, draft), ruledOut } })}
    />
  )
}
