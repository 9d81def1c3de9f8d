import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { Patient } from '#contract/patients.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { checkPatient, patientFields } from '#domain/patient-rules.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { DateField } from '#web/staff/form-fields.tsx'
import { useSession } from '#web/staff/session.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { useShowPatient } from './use-show-patient.ts'
import { deathWords as words } from './words.ts'

/** Marks a patient as deceased, after the user has read what that ends. */
export function MarkAsDeceased({ patient }: { patient: Patient }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.mark}</Button>
      <Dialog title={words.title(patient.fullName)} size="md" isOpen={isAsking} onClose={() => setAsking(false)}>
        <DeathForm patient={patient} onDone={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

function DeathForm({ patient: { id, dateOfBirth }, onDone }: { patient: Patient; onDone: () => void }) {
  const show = useShowPatient()
  const save = useMutation({
    mutationFn: ({ dateOfDeath }: { dateOfDeath: string }) =>
      api.patients.update({ params: { id }, body: { deceased: true, dateOfDeath: dateOfDeath || null } }),
    onSuccess: async (patient) => {
      onDone()
      await show(patient)
      notify({ label: words.marked, kind: 'success' })
    },
  })
  const fields = useFields({
    id: 'death',
    initial: { dateOfDeath: '' },
    check: ({ dateOfDeath }) => ({
      dateOfDeath: checkPatient({ dateOfBirth, dateOfDeath }, { today: dateOf(new Date()), minimumAge: 0 }).find(
        ({ field }) => field === 'dateOfDeath',
      )?.message,
    }),
    saving: save,
  })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.confirm}
      kind="urgent"
      onSave={(values) => save.mutate(values)}
      actions={<Button onClick={onDone}>{words.cancel}</Button>}
      isInDialog
    >
      <p>{words.ends}</p>
      <p>{words.keeps}</p>
      <DateField label={patientFields.dateOfDeath} isOptional hint={words.dateHint} {...fields.bind('dateOfDeath')} />
    </FieldsForm>
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
