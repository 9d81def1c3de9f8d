import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { selectableSpecialties } from '#domain/specialties.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'
import { ComboBox, DateField, RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { type Fields, useFieldValue } from '#web/staff/use-fields.ts'

import { FormPicker } from './FormPicker.tsx'
import type { NewRequest } from './new-request.ts'
import { PatientPicker } from './PatientPicker.tsx'

const specialties = selectableSpecialties.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))

function useMethodOptions() {
  const { carried, reasons } = useCarriedMethods()
  const first = carried[0] ?? 'sms'
  const always =
    carried.length > 1 ? `If no preference is recorded: ${methodLabel(first)}, if possible` : `Only ${methodLabel(first)} is available`
  return [
    { value: '', label: 'As each patient prefers', hint: always },
    ...notificationMethods.map((method) => ({
      value: method,
      label: methodLabel(method),
      ...(reasons[method] !== undefined && { hint: reasons[method], disabled: true }),
    })),
  ]
}

export function NewRequestFields({ fields }: { fields: Fields<NewRequest> }) {
  const { bind } = fields
  const method = useFieldValue(fields, 'method')
  const optional = { isOptional: true, autoComplete: 'off' }
  return (
    <>
      <PatientPicker {...bind('patients')} method={method || undefined} />
      <FormPicker {...bind('form')} />
      <RadioGroup label="Send by" options={useMethodOptions()} {...bind('method')} />
      <div className="form-grid">
        <ComboBox label="Specialty" hint="Type a code or a name" isOptional options={specialties} {...bind('specialty')} />
        <TextField label="Pathway ID" hint="At most 20 characters" maxLength={20} {...optional} {...bind('pathwayId')} />
        <TextField label="Location" hint="For example, Ward 4B" maxLength={200} {...optional} {...bind('location')} />
        <TextField label="Event" hint="For example, an appointment" maxLength={200} {...optional} {...bind('event')} />
      </div>
      <DateField
        label="Send on"
        hint="Leave empty to send now. On a later day, messages are sent at 9:00."
        isOptional
        {...bind('sendOn')}
      />
    </>
  )
}
