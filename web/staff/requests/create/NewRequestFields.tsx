import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { selectableSpecialties } from '#domain/specialties.ts'
import type { Fields } from '#web/staff/use-fields.ts'
import { ComboBox } from '#web/ui/ComboBox.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { FormPicker } from './FormPicker.tsx'
import type { NewRequest } from './new-request.ts'
import { PatientPicker } from './PatientPicker.tsx'

const specialties = selectableSpecialties.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
const methods = [
  { value: '', label: 'As each patient prefers', hint: 'SMS where nothing is known and there is a mobile number' },
  ...notificationMethods.map((method) => ({ value: method, label: methodLabel(method) })),
]

export function NewRequestFields({ fields }: { fields: Fields<NewRequest> }) {
  const { values, set, field, text, chosen, errors } = fields
  const refusedPatients = Object.fromEntries(
    values.patients.flatMap(({ id }, index) => {
      const message = errors[`patients.${index}`]
      return message ? [[id, message] as const] : []
    }),
  )
  const optional = { isOptional: true, autoComplete: 'off' }
  return (
    <>
      <PatientPicker
        {...field('patients')}
        patients={values.patients}
        method={values.method || undefined}
        refused={refusedPatients}
        onChange={(patients) => set({ patients })}
      />
      <FormPicker {...chosen('form')} />
      <RadioGroup
        label="Send by"
        options={methods}
        value={values.method}
        onChange={(method) => set({ method: notificationMethods.find((one) => one === method) ?? '' })}
      />
      <div className="form-grid">
        <ComboBox label="Specialty" hint="Type a code or a name" isOptional options={specialties} {...chosen('specialty')} />
        <TextField label="Pathway id" hint="At most 20 characters" maxLength={20} {...optional} {...text('pathwayId')} />
        <TextField label="Location" hint="For example, Ward 4B" maxLength={200} {...optional} {...text('location')} />
        <TextField label="Event" hint="For example, an appointment" maxLength={200} {...optional} {...text('event')} />
      </div>
      <DateField label="Send on" hint="Leave empty to send now; otherwise at 9:00 on that day" isOptional {...chosen('sendOn')} />
    </>
  )
}
