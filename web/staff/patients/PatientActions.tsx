import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { Patient } from '#contract/patients.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { MarkAsDeceased } from './PatientDeath.tsx'
import { useShowPatient } from './use-show-patient.ts'
import { patientActionWords as words } from './words.ts'

export function PatientActions({ patient }: { patient: Patient }) {
  const { can } = useSession()
  const { id, archived, deceased, mayBeContacted, mergedIntoId } = patient
  // A merged record is not changed. Its page leads to the other record.
  if (mergedIntoId) return null
  return (
    <>
      {can('formRequest:create') && !archived && !deceased && mayBeContacted && (
        <ButtonLink kind="primary" href={pathTo('requestCreate', {}, { patientId: id })}>
          {words.send}
        </ButtonLink>
      )}
      {can('patient:update') && <ButtonLink href={pathTo('patientManage', { id })}>{words.manage}</ButtonLink>}
      {can('patient:update') && !deceased && <MarkAsDeceased patient={patient} />}
      {archived ? can('patient:update') && <Restore patient={patient} /> : can('patient:delete') && <Archive patient={patient} />}
    </>
  )
}

function Archive({ patient: { id, fullName } }: { patient: Patient }) {
  const [isAsking, setAsking] = useState(false)
  const show = useShowPatient()
  const archive = useMutation({
    mutationFn: api.patients.archive,
    onSuccess: async (patient) => {
      setAsking(false)
      await show(patient)
      notify({ label: words.archived, kind: 'success' })
    },
  })
  return (
    <>
      <Button kind="urgent-secondary" onClick={() => setAsking(true)}>
        {words.archive}
      </Button>
      <ConfirmDialog
        title={words.archiving.title(fullName)}
        isOpen={isAsking}
        confirmLabel={words.archiving.confirm}
        isPending={archive.isPending}
        error={archive.isError ? wordsOf(archive.error) : undefined}
        onConfirm={() => archive.mutate({ params: { id } })}
        onClose={() => {
          setAsking(false)
          archive.reset()
        }}
      >
        <p>{words.archiving.closes}</p>
        <p>{words.archiving.keeps}</p>
      </ConfirmDialog>
    </>
  )
}

function Restore({ patient: { id } }: { patient: Patient }) {
  const show = useShowPatient()
  const restore = useMutation({
    mutationFn: api.patients.update,
    onSuccess: async (patient) => {
      await show(patient)
      notify({ label: words.restored, kind: 'success' })
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
  return (
    <Button isPending={restore.isPending} onClick={() => restore.mutate({ params: { id }, body: { archived: false } })}>
      {words.restore}
    </Button>
  )
}
