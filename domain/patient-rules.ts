import { isIsoDate, yearsBefore } from './dates.ts'
import { notificationMethods } from './notification.ts'
import { admissionStatuses, sexes } from './patient-choices.ts'
import { isPostcode } from './patient-match.ts'
import { olderThan, validate } from './validation/rules.ts'
import { asText, firstError, isEmpty, oneLine, type Rule } from './validation/rule.ts'

/** The fields of a patient by their names in the API, with their labels. */
export const patientFields = {
  nhsNumber: 'NHS number',
  localPatientId: 'Local patient ID',
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  dateOfDeath: 'Date of death',
  sex: 'Sex',
  phoneNumber: 'Phone number',
  emailAddress: 'Email address',
  preferredMethod: 'Contact method',
  line1: 'Address line 1',
  line2: 'Address line 2',
  town: 'Town',
  county: 'County',
  postcode: 'Postcode',
  admissionStatus: 'Admission status',
  wardId: 'Ward',
} as const
export type PatientField = keyof typeof patientFields

export type PatientValues = Partial<Record<PatientField, string | null | undefined>>
export type PatientLimits = {
  /** ISO day. */
  today: string
  /** In years; the organisation's own. */
  minimumAge: number
}

const atMost =
  (longest: number): Rule =>
  (value) =>
    [...asText(value)].length > longest ? `{field} must be ${longest} characters or fewer.` : undefined

const maxAgeYears = 130
const isBirthday =
  (today: string): Rule =>
  (value) => {
    const date = asText(value)
    const isReal = isIsoDate(date) && date <= today && date >= yearsBefore(today, maxAgeYears)
    return isEmpty(value) || isReal ? undefined : '{field} must be a real date in the past, such as 09 Mar 1961.'
  }

/** Optional: often only the death is known. */
const isDayOfDeath =
  (today: string, { dateOfBirth }: PatientValues): Rule =>
  (value) => {
    const date = asText(value)
    if (isEmpty(value)) return undefined
    if (!isIsoDate(date) || date > today) return '{field} must be a real date that is not in the future, such as 09 Mar 2026.'
    return dateOfBirth && date < dateOfBirth ? '{field} must not be before the date of birth.' : undefined
  }

const postcode: Rule = (value) => (isEmpty(value) || isPostcode(asText(value)) ? undefined : '{field} must be a UK postcode.')

/** A method needs a contact detail. */
const neededFor =
  (method: string, words: string, { preferredMethod }: PatientValues): Rule =>
  (value) =>
    preferredMethod === method && isEmpty(value) ? `{field} is required when the contact method is ${words}.` : undefined

const rulesOf = (values: PatientValues, { today, minimumAge }: PatientLimits): Record<PatientField, readonly Rule[]> => ({
  nhsNumber: [neededFor('nhs_app', 'NHS App', values), validate.nhsNumber],
  localPatientId: [oneLine, atMost(50)],
  firstName: [validate.required, oneLine, atMost(100)],
  lastName: [validate.required, oneLine, atMost(100)],
  dateOfBirth: [validate.required, isBirthday(today), (value) => olderThan(value, today, minimumAge)],
  dateOfDeath: [isDayOfDeath(today, values)],
  sex: [(value) => validate.one_of(value, sexes)],
  phoneNumber: [neededFor('sms', 'SMS', values), validate.phone],
  emailAddress: [neededFor('email', 'Email', values), validate.email],
  preferredMethod: [(value) => validate.one_of(value, notificationMethods)],
  line1: [oneLine, atMost(100)],
  line2: [oneLine, atMost(100)],
  town: [oneLine, atMost(100)],
  county: [oneLine, atMost(100)],
  postcode: [postcode],
  admissionStatus: [(value) => validate.one_of(value, admissionStatuses)],
  wardId: [],
})

/** The message of an invalid field, given the other fields; undefined when it is valid (VAL-2). */
function checkPatientField(field: PatientField, values: PatientValues, limits: PatientLimits): string | undefined {
  return firstError(values[field], rulesOf(values, limits)[field], patientFields[field])
}

/** All invalid fields, in the order of the form. */
export function checkPatient(values: PatientValues, limits: PatientLimits) {
  const fields = Object.keys(patientFields) as PatientField[] // Object.keys forgets the names
  return fields.flatMap((field) => {
    const message = checkPatientField(field, values, limits)
    return message === undefined ? [] : [{ field, message }]
  })
}

/** The fields to validate again after a change, because their rules depend on the changed one. */
export function fieldsValidatedWith(field: PatientField): readonly PatientField[] {
  if (field === 'preferredMethod') return ['preferredMethod', 'nhsNumber', 'phoneNumber', 'emailAddress']
  return field === 'dateOfBirth' ? ['dateOfBirth', 'dateOfDeath'] : [field]
}

const addressFields = ['line1', 'line2', 'town', 'county', 'postcode'] as const

/** The field's path in a refusal: address fields are nested. */
export const wireNameOf = (field: PatientField) => (addressFields.some((part) => part === field) ? `address.${field}` : field)
