import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { selectableSpecialties } from '#domain/specialties.ts'
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

type NewRequestFieldsProps = {
  wanted: NewRequest
  errors: Partial<Record<keyof NewRequest, string>>
  refused: Record<string, string>
  onChange: (change: Partial<NewRequest>) => void
  onBlur: (field: keyof NewRequest) => void
}

export function NewRequestFields({ wanted, errors, refused, onChange, onBlur }: NewRequestFieldsProps) {
  const refusedPatients = Object.fromEntries(
    wanted.patients.flatMap(({ id }, index) => {
      const message = refused[`patientIds.${index}`]
      return message ? [[id, message] as const] : []
    }),
  )
  const text = (field: 'pathwayId' | 'location' | 'event') => ({
    value: wanted[field],
    error: refused[field],
    isOptional: true,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
  })
  return (
    <>
      <div data-field="patients">
        <PatientPicker
          patients={wanted.patients}
          method={wanted.method || undefined}
          error={errors.patients ?? refused['patientIds']}
          refused={refusedPatients}
          onChange={(patients) => onChange({ patients })}
          onBlur={() => onBlur('patients')}
        />
      </div>
      <div data-field="form">
        <FormPicker
          value={wanted.form}
          error={errors.form ?? refused['formId']}
          onChange={(form) => onChange({ form })}
          onBlur={() => onBlur('form')}
        />
      </div>
      <RadioGroup
        label="Send by"
        options={methods}
        value={wanted.method}
        onChange={(method) => onChange({ method: notificationMethods.find((one) => one === method) ?? '' })}
      />
      <div className="form-grid">
        <ComboBox
          label="Specialty"
          hint="Type a code or a name"
          isOptional
          options={specialties}
          value={wanted.specialty}
          error={refused['specialty']}
          onChange={(specialty) => onChange({ specialty })}
        />
        <TextField label="Pathway id" hint="At most 20 characters" maxLength={20} {...text('pathwayId')} />
        <TextField label="Location" hint="For example, Ward 4B" maxLength={200} {...text('location')} />
        <TextField label="Event" hint="For example, an appointment" maxLength={200} {...text('event')} />
      </div>
      <div data-field="sendOn">
        <DateField
          label="Send on"
          hint="Leave empty to send now; otherwise at 9:00 on that day"
          isOptional
          value={wanted.sendOn}
          error={errors.sendOn ?? refused['sendAt']}
          onChange={(sendOn) => onChange({ sendOn })}
          onBlur={() => onBlur('sendOn')}
        />
      </div>
    </>
  )
}
