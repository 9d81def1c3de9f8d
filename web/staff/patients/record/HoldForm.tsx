import { useMutation } from '@tanstack/react-query'

import type { Patient } from '#contract/patients.ts'
import { patientRecordLimits } from '#domain/patient-records.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useShowPatient } from '#web/staff/patients/use-show-patient.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { notify } from '#web/ui/notify.ts'

import { patientRecordWords } from './words.ts'

const words = patientRecordWords.hold

export function HoldForm({ patient: { id, legalHold }, onDone }: { patient: Patient; onDone: () => void }) {
  const show = useShowPatient()
  const save = useMutation({
    mutationFn: ({ reason }: { reason: string }) => api.patientRecords.hold({ params: { id }, body: { reason } }),
    onSuccess: async (patient) => {
      onDone()
      await show(patient)
      notify({ label: words.saved, kind: 'success' })
    },
  })
  const fields = useFields({
    id: 'legal-hold',
    initial: { reason: legalHold?.reason ?? '' },
    check: ({ reason }) => ({ reason: firstError(reason.trim(), [validate.required], words.reason) }),
    saving: save,
  })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={legalHold ? words.saveReason : words.set}
      onSave={(values) => save.mutate(values)}
      actions={<Button onClick={onDone}>{words.cancel}</Button>}
      isInDialog
    >
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        maxLength={patientRecordLimits.holdReason}
        autoComplete="off"
        {...fields.bind('reason')}
      />
    </FieldsForm>
  )
}
