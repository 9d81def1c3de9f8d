import type { Comparison } from '#contract/patient-merges.ts'
import type { Patient } from '#contract/patients.ts'
import { formatDate } from '#domain/dates.ts'
import { languageName } from '#domain/languages.ts'
import { methodLabel } from '#domain/notification.ts'
import { admissionStatusLabels, sexLabels } from '#domain/patient-choices.ts'
import { type MergeField, mergeFields } from '#domain/patient-merge.ts'
import { formatPhone } from '#domain/phone-words.ts'

export type Side = 'first' | 'second'

/** The value of a detail as the screen shows it; '' if the record has none. */
export function shownValue(field: MergeField, patient: Patient): string {
  const { address, sex, phoneNumber, preferredMethod, admissionStatus, dateOfBirth, dateOfDeath } = patient
  switch (field) {
    case 'address':
      return [address.line1, address.line2, address.town, address.county, address.postcode].filter(Boolean).join(', ')
    case 'sex':
      return sex ? sexLabels[sex] : ''
    case 'phoneNumber':
      return phoneNumber ? formatPhone(phoneNumber) : ''
    case 'preferredMethod':
      return preferredMethod ? methodLabel(preferredMethod) : ''
    case 'admissionStatus':
      return admissionStatus ? admissionStatusLabels[admissionStatus] : ''
    case 'dateOfBirth':
      return formatDate(dateOfBirth)
    case 'dateOfDeath':
      return dateOfDeath ? formatDate(dateOfDeath) : ''
    case 'ward':
      return patient.ward?.name ?? ''
    case 'locale':
      return patient.locale && languageName(patient.locale)
    default:
      return patient[field] ?? ''
  }
}

/** What tells two values apart. Wards can have the same name, and two texts can differ in their lines only. */
const comparedValue = (field: MergeField, patient: Patient) =>
  field === 'address' ? JSON.stringify(patient.address) : field === 'ward' ? (patient.ward?.id ?? '') : (patient[field] ?? '')

/** The details in which the two records differ. */
export const differingFields = ({ records }: Comparison): MergeField[] => {
  const [first, second] = records
  return first && second ? mergeFields.filter((field) => comparedValue(field, first.patient) !== comparedValue(field, second.patient)) : []
}

/** The record whose value is chosen before the user chooses: the only one that has a value. */
export function onlySide(field: MergeField, first: Patient, second: Patient): Side | '' {
  if (shownValue(field, second) === '') return 'first'
  return shownValue(field, first) === '' ? 'second' : ''
}
