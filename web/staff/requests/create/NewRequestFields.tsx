import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { selectableSpecialties } from '#domain/specialties.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'
import type { Fields } from '#web/staff/use-fields.ts'
import { ComboBox } from '#web/ui/ComboBox.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { FormPicker } from './FormPicker.tsx'
import type { NewRequest } from './new-request.ts'
import { PatientPicker } from './PatientPicker.tsx'

const specialties = selectableSpecialties.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))

function useMethodOptions() {
  const { carried, reasons } = useCarriedMethods()
  const first = carried[0] ?? 'sms'
  const always =
    carried.length > 1
      ? `Where no preference is recorded: ${methodLabel(first)}, if possible`
      : `At the moment always ${methodLabel(first)}`
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
  const { values, set, field, text, chosen } = fields
  const optional = { isOptional: true, autoComplete: 'off' }
  return (
    <>
      <PatientPicker
        {...field('patients')}
        patients={values.patients}
        method={values.method || undefined}
        onChange={(patients) => set({ patients })}
      />
      <FormPicker {...chosen('form')} />
      <RadioGroup
        label="Send by"
        options={useMethodOptions()}
        value={values.method}
        onChange={(method) => set({ method: notificationMethods.find((one) => one === method) ?? '' })}
      />
      <div className="form-grid">
        <ComboBox label="Specialty" hint="Type a code or a name" isOptional options={specialties} {...chosen('specialty')} />
        <TextField label="Pathway ID" hint="At most 20 characters" maxLength={20} {...optional} {...text('pathwayId')} />
        <TextField label="Location" hint="For example, Ward 4B" maxLength={200} {...optional} {...text('location')} />
        <TextField label="Event" hint="For example, an appointment" maxLength={200} {...optional} {...text('event')} />
      </div>
      <DateField label="Send on" hint="Leave empty to send now; otherwise at 9:00 on that day" isOptional {...chosen('sendOn')} />
    </>
  )
}
