import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import type { Patient } from '#contract/patients.ts'
import { type ErasureReason, erasureCauseLabels, erasureReasons, patientRecordLimits, referenceProblem } from '#domain/patient-records.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { notify } from '#web/ui/notify.ts'

import { patientRecordWords } from './words.ts'

const words = patientRecordWords.erase
const reasons = erasureReasons.map((value) => ({ value, label: erasureCauseLabels[value] }))

/** Asks for the last name, so that a user with two open tabs does not erase the wrong patient. */
export function EraseForm({ patient: { id, lastName }, onCancel }: { patient: Patient; onCancel: () => void }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const erase = useMutation({
    mutationFn: ({ reason, reference }: { reason: ErasureReason; reference: string }) =>
      api.patientRecords.erase({ params: { id }, body: { reason, reference } }),
    onSuccess: async () => {
      await router.navigate({ to: pathTo('patientList'), replace: true, ignoreBlocker: true })
      // Data that was loaded before still has the patient.
      queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
      await queryClient.invalidateQueries()
      notify({ label: words.done, kind: 'success' })
    },
  })
  const fields = useFields({
    id: 'erase-record',
    initial: { reason: '', reference: '', lastName: '' },
    check: (values) => ({
      reason: firstError(values.reason, [validate.required], words.reason),
      reference: referenceProblem(values.reference),
      lastName:
        firstError(values.lastName, [validate.required], words.lastName) ??
        (isSame(values.lastName, lastName) ? undefined : words.wrongName),
    }),
    saving: erase,
  })
  return (
    <FieldsForm
      fields={fields}
      submitLabel={words.confirm}
      kind="urgent"
      onSave={({ reason, reference }) => {
        const chosen = erasureReasons.find((one) => one === reason)
        if (chosen) erase.mutate({ reason: chosen, reference })
      }}
      actions={<Button onClick={onCancel}>{words.cancel}</Button>}
      isInDialog
    >
      <p>{words.goes}</p>
      <p>{words.stays}</p>
      <RadioGroup label={words.reason} options={reasons} {...fields.bind('reason')} />
      <TextField
        label={words.reference}
        hint={words.referenceHint}
        isOptional
        maxLength={patientRecordLimits.reference}
        autoComplete="off"
        {...fields.bind('reference')}
      />
      <TextField label={words.lastName} hint={words.lastNameHint} autoComplete="off" {...fields.bind('lastName')} />
    </FieldsForm>
  )
}

const isSame = (typed: string, name: string) => typed.trim().toLowerCase() === name.trim().toLowerCase()
