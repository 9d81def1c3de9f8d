import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { selectableSpecialties } from '#domain/specialties.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'
import { ComboBox, DateField, RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { type Fields, useFieldValue } from '#web/staff/use-fields.ts'

import { FormPicker } from './FormPicker.tsx'
import type { NewRequest } from './new-request.ts'
import { PatientPicker } from './PatientPicker.tsx'
import { newRequestFieldWords as words } from './words.ts'

const specialties = selectableSpecialties.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))

function useMethodOptions() {
  const { carried, reasons } = useCarriedMethods()
  const first = carried[0] ?? 'sms'
  const always = carried.length > 1 ? words.preferredIfPossible(methodLabel(first)) : words.onlyMethod(methodLabel(first))
  return [
    { value: '', label: words.asPreferred, hint: always },
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
      <RadioGroup label={words.sendBy} options={useMethodOptions()} {...bind('method')} />
      <div className="form-grid">
        <ComboBox label={words.specialty} hint={words.specialtyHint} isOptional options={specialties} {...bind('specialty')} />
        <TextField label={words.pathwayId} hint={words.pathwayIdHint} maxLength={20} {...optional} {...bind('pathwayId')} />
        <TextField label={words.location} hint={words.locationHint} maxLength={200} {...optional} {...bind('location')} />
        <TextField label={words.event} hint={words.eventHint} maxLength={200} {...optional} {...bind('event')} />
      </div>
      <DateField label={words.sendOn} hint={words.sendOnHint} isOptional {...bind('sendOn')} />
    </>
  )
}
