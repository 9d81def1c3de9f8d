import { useRef } from 'react'

import type { Patient } from '#contract/patients.ts'
import { methodFor, reasonUnreachable } from '#domain/contactability.ts'
import { formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { byMethod, methodLabel, type NotificationMethod, notificationMethods } from '#domain/notification.ts'
import { selectableSpecialties } from '#domain/specialties.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'
import { ComboBox } from '#web/staff/combo-field.tsx'
import { DateField, RadioGroup, TextField } from '#web/staff/form-fields.tsx'
import { type Bind, type Fields, useBoundField, useFieldValue } from '#web/staff/use-fields.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'

import { asksWaitingSince, type NewRequest, type SendableForm } from './new-request.ts'
import { newRequestFieldWords, selectedPatientWords } from './words.ts'

export const specialties = selectableSpecialties.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))

export function useMethodOptions() {
  const { carried, reasons } = useCarriedMethods()
  const first = carried[0] ?? 'sms'
  const always =
    carried.length > 1 ? newRequestFieldWords.preferredIfPossible(methodLabel(first)) : newRequestFieldWords.onlyMethod(methodLabel(first))
  return [
    { value: '', label: newRequestFieldWords.asPreferred, hint: always },
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
  const form = useFieldValue(fields, 'form')
  const patients = useFieldValue(fields, 'patients')
  const optional = { isOptional: true, autoComplete: 'off' }
  return (
    <>
      <PatientPicker {...bind('patients')} method={method || undefined} />
      <FormPicker {...bind('form')} />
      <RadioGroup label={newRequestFieldWords.sendBy} options={useMethodOptions()} {...bind('method')} />
      <div className="form-grid">
        <ComboBox
          label={newRequestFieldWords.specialty}
          hint={newRequestFieldWords.specialtyHint}
          isOptional
          options={specialties}
          {...bind('specialty')}
        />
        <TextField
          label={newRequestFieldWords.pathwayId}
          hint={newRequestFieldWords.pathwayIdHint}
          maxLength={20}
          {...optional}
          {...bind('pathwayId')}
        />
        <TextField
          label={newRequestFieldWords.location}
          hint={newRequestFieldWords.locationHint}
          maxLength={200}
          {...optional}
          {...bind('location')}
        />
        <TextField
          label={newRequestFieldWords.event}
          hint={newRequestFieldWords.eventHint}
          maxLength={200}
          {...optional}
          {...bind('event')}
        />
      </div>
      {asksWaitingSince({ patients, form }) ? (
        <DateField
          label={newRequestFieldWords.waitingSince}
          hint={newRequestFieldWords.waitingSinceHint}
          isOptional
          {...bind('waitingSince')}
        />
      ) : (
        form?.type === 'waiting_list' && <p className="muted">{newRequestFieldWords.waitingSinceOfMany}</p>
      )}
      <DateField label={newRequestFieldWords.sendOn} hint={newRequestFieldWords.sendOnHint} isOptional {...bind('sendOn')} />
    </>
  )
}

/** Published forms only: a draft cannot be sent. */
/** @param props.onOther called after another form is chosen */
export function FormPicker({ field, onOther }: Bind<SendableForm | undefined> & { onOther?: () => void }) {
  const { value, onChange, ...bound } = useBoundField(field)
  const { combo, found } = useOptionSearch(
    (text) => {
      const filters = { published: true, ...(text && text !== value?.title && { search: text }) }
      return q(api.forms.list, { query: { limit: 50, sort: 'title', filters } })
    },
    ({ docs }) =>
      docs.map(({ id, title, version, questionCount }) => ({
        value: id,
        label: title,
        hint: newRequestFieldWords.formChoice(version, questionCount),
      })),
  )
  return (
    <SearchCombo
      label={newRequestFieldWords.form}
      hint={newRequestFieldWords.formHint}
      {...bound}
      {...combo}
      chosen={value?.id}
      chosenLabel={value?.title ?? ''}
      onChoose={({ value: id, label }) => {
        onChange({ id, title: label, type: found?.docs.find((one) => one.id === id)?.type ?? '' })
        if (id !== value?.id) onOther?.()
      }}
    />
  )
}

const numberOf = ({ nhsNumber }: Patient) => (nhsNumber ? formatNhsNumber(nhsNumber) : selectedPatientWords.noNhsNumber)

type PatientPickerProps = Bind<Patient[]> & { method: NotificationMethod | undefined }

/** One patient or several, found while the user types. A patient who cannot be reached is marked at once. */
export function PatientPicker({ field, method }: PatientPickerProps) {
  const { value: patients, onChange, ...bound } = useBoundField(field)
  const { carried } = useCarriedMethods()
  const isFree = ({ id }: { id: string }) => !patients.some((chosen) => chosen.id === id)
  const { combo, found } = useOptionSearch(
    (text) => q(api.patients.list, { query: { limit: 20, sort: 'lastName', filters: text ? { search: text } : {} } }),
    ({ docs }) =>
      docs.filter(isFree).map((patient) => ({
        value: patient.id,
        label: patient.fullName,
        hint: selectedPatientWords.choice(numberOf(patient), formatDate(patient.dateOfBirth)),
      })),
  )
  const box = useRef<HTMLDivElement>(null)
  // The pressed button disappears with its patient, so the focus must move.
  const remove = (patient: Patient) => {
    onChange(patients.filter(({ id }) => id !== patient.id))
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box}>
      <SearchCombo
        label={newRequestFieldWords.patients}
        hint={newRequestFieldWords.patientsHint}
        {...bound}
        {...combo}
        onChoose={({ value }) => onChange([...patients, ...(found?.docs ?? []).filter(({ id }) => id === value)])}
      />
      {patients.length > 0 && (
        <ul className="picked" aria-label={selectedPatientWords.label}>
          {patients.map((patient) => {
            const reason = reasonUnreachable(patient, method, carried)
            return (
              <li key={patient.id} className={reason ? 'picked__one picked__one--wrong' : 'picked__one'}>
                <span>
                  <b>{patient.fullName}</b> <span className="muted nowrap">{numberOf(patient)},</span>{' '}
                  <span className="muted nowrap">{selectedPatientWords.born(formatDate(patient.dateOfBirth))}</span>
                  <br />
                  {reason ? (
                    <span className="picked__reason">{reason}</span>
                  ) : (
                    <span className="muted">{selectedPatientWords.by(byMethod(methodFor(patient, method, carried)))}</span>
                  )}
                </span>
                <Button
                  kind="link"
                  size="sm"
                  aria-label={selectedPatientWords.removeNamed(patient.fullName)}
                  onClick={() => remove(patient)}
                >
                  {selectedPatientWords.remove}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
