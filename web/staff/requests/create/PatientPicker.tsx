import { useRef } from 'react'

import type { Patient } from '#contract/patients.ts'
import { formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { methodLabel, type NotificationMethod } from '#domain/notification.ts'
import { methodFor, reasonUnreachable } from '#domain/contactability.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useCarriedMethods } from '#web/staff/carried-methods.ts'
import { useBoundField, type Bind } from '#web/staff/use-fields.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'
import { newRequestFieldWords, selectedPatientWords as words } from './words.ts'

const numberOf = ({ nhsNumber }: Patient) => (nhsNumber ? formatNhsNumber(nhsNumber) : words.noNhsNumber)

type PatientPickerProps = Bind<Patient[]> & { method: NotificationMethod | undefined }

/** One patient or several, found as one types. Who cannot be reached says so at once. */
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
        hint: words.choice(numberOf(patient), formatDate(patient.dateOfBirth)),
      })),
  )
  const box = useRef<HTMLDivElement>(null)
  // The button that was pressed goes with its patient; the focus must not go with it.
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
        <ul className="picked" aria-label={words.label}>
          {patients.map((patient) => {
            const reason = reasonUnreachable(patient, method, carried)
            return (
              <li key={patient.id} className={reason ? 'picked__one picked__one--wrong' : 'picked__one'}>
                <span>
                  <b>{patient.fullName}</b> <span className="muted nowrap">{numberOf(patient)},</span>{' '}
                  <span className="muted nowrap">{words.born(formatDate(patient.dateOfBirth))}</span>
                  <br />
                  {reason ? (
                    <span className="picked__reason">{reason}</span>
                  ) : (
                    <span className="muted">{words.by(methodLabel(methodFor(patient, method, carried)))}</span>
                  )}
                </span>
                <Button kind="link" size="sm" aria-label={words.removeNamed(patient.fullName)} onClick={() => remove(patient)}>
                  {words.remove}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
