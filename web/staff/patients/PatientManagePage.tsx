import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { Patient } from '#contract/patients.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { fieldErrorsOf, isAboutFields, isStatus } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { changesOf, draftOf, withPresent } from './patient-values.ts'
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

/** Whether the call was refused because fields that it changes have been changed since the user read them. */
const isChangedSince = (error: unknown) => isStatus(error, 409) && isAboutFields(error)

function Manage({ patient }: { patient: Patient }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const details = pathTo('patientDetails', { id: patient.id }, { tab: 'details' })
  // The record may be loaded again while the form is open. Only what the user has changed since it was opened is saved, so that a user who takes back a
  // change also leaves alone what a colleague has entered there.
  const [opened] = useState(() => draftOf(patient))
  /** As opened, with what the server has named as changed since. */
  const [read, setRead] = useState(opened)
  const update = useMutation({
    mutationFn: api.patients.update,
    onSuccess: async (updated) => {
      queryClient.setQueryData(q(api.patients.get, { query: { id: updated.id } }).queryKey, updated)
      await Promise.all([api.patients.list, api.patientTimeline.read].map(({ key }) => queryClient.invalidateQueries({ queryKey: [key] })))
      await router.navigate({ to: details })
      notify({ label: words.manage.done, kind: 'success' })
    },
    onError: async (error) => {
      if (!isChangedSince(error)) return
      const { queryKey } = q(api.patients.get, { query: { id: patient.id } })
      await queryClient.invalidateQueries({ queryKey })
      const present = queryClient.getQueryData(queryKey)
      // The refusal names the fields that have changed, so saving once more replaces them.
      if (present) setRead((before) => withPresent(before, draftOf(present), Object.keys(fieldErrorsOf(error))))
    },
  })
  return (
    <PatientForm
      initial={opened}
      submitLabel={words.manage.submit}
      cancelHref={details}
      saving={update}
      refusal={
        isChangedSince(update.error) && (
          <Alert kind="warning" title={words.manage.changedSince.title}>
            {words.manage.changedSince.text}{' '}
            <a href={details} target="_blank" rel="noopener noreferrer">
              {words.manage.changedSince.open}
            </a>
          </Alert>
        )
      }
      onSave={(draft, ruledOut) =>
        update.mutate({ params: { id: patient.id }, body: { ...changesOf(opened, draft), before: changesOf(draft, read), ruledOut } })
      }
    />
  )
}
