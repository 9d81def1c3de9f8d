import { useMutation } from '@tanstack/react-query'

import type { Patient } from '#contract/patients.ts'
import { dateOf } from '#domain/moments.ts'
import { checkPatient, patientFields } from '#domain/patient-rules.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { DateField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { notify } from '#web/ui/notify.ts'

import { useShowPatient } from './use-show-patient.ts'
import { deathWords as words } from './words.ts'

export function DeathForm({ patient: { id, dateOfBirth }, onDone }: { patient: Patient; onDone: () => void }) {
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
