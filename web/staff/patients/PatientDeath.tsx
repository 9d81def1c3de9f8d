import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'

import type { Patient } from '#contract/patients.ts'
import { formatDate } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useSession } from '#web/staff/session.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { useShowPatient } from './use-show-patient.ts'
import { deathWords as words } from './words.ts'

const DeathForm = lazy(async () => ({ default: (await import('./DeathForm.tsx')).DeathForm }))

/** Marks a patient as deceased, after the user has read what that ends. */
export function MarkAsDeceased({ patient }: { patient: Patient }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.mark}</Button>
      <Dialog title={words.title(patient.fullName)} size="md" isOpen={isAsking} onClose={() => setAsking(false)}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <DeathForm patient={patient} onDone={() => setAsking(false)} />
        </Suspense>
      </Dialog>
    </>
  )
}

/** Says on the record that the patient has died, and takes a mistake back. */
export function DeathNotice({ patient }: { patient: Patient }) {
  const { can } = useSession()
  const [isAsking, setAsking] = useState(false)
  const show = useShowPatient()
  const undo = useMutation({
    mutationFn: api.patients.update,
    onSuccess: async (updated) => {
      setAsking(false)
      await show(updated)
      notify({ label: words.undone, kind: 'success' })
    },
  })
  const { id, fullName, deceased, dateOfDeath } = patient
  if (!deceased) return null
  return (
    <>
      <Alert
        kind="dark"
        title={dateOfDeath ? words.died(formatDate(dateOfDeath)) : words.hasDied}
        actions={
          can('patient:update') && (
            <Button size="sm" onClick={() => setAsking(true)}>
              {words.undo}
            </Button>
          )
        }
      >
        {words.noMessages}
      </Alert>
      <ConfirmDialog
        title={words.undoing.title(fullName)}
        isOpen={isAsking}
        confirmLabel={words.undoing.confirm}
        kind="primary"
        isPending={undo.isPending}
        error={undo.isError ? wordsOf(undo.error) : undefined}
        onConfirm={() => undo.mutate({ params: { id }, body: { deceased: false } })}
        onClose={() => {
          setAsking(false)
          undo.reset()
        }}
      >
        <p>{words.undoing.text}</p>
      </ConfirmDialog>
    </>
  )
}
