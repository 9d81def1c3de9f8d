import type { Patient } from '#contract/patients.ts'
import type { RouteRequest } from '#contract/route.ts'
import type { patients } from '#contract/patients.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { notificationMethods } from '#domain/notification.ts'
import { patientFields, wireNameOf, type PatientField } from '#domain/patient-rules.ts'
import { formatPhone } from '#domain/phone-words.ts'

/** The form as it is typed. */
export type PatientDraft = Record<PatientField, string> & {
  mayBeContacted: boolean
  leftOutOfNhsApp: boolean
  optedOutMethods: string[]
  /** Shows the date of death; the form does not change it. */
  deceased: boolean
  onRecord: boolean
  /** '' if it is not known. */
  locale: string
}

const fieldNames = Object.keys(patientFields) as PatientField[] // Object.keys forgets the names

const emptyTexts = Object.fromEntries(fieldNames.map((field) => [field, ''])) as Record<PatientField, string> // fromEntries forgets the names

export const emptyDraft: PatientDraft = {
  ...emptyTexts,
  mayBeContacted: true,
  leftOutOfNhsApp: false,
  optedOutMethods: [],
  deceased: false,
  onRecord: false,
  locale: '',
}

export const draftOf = ({ address, ward, ...patient }: Patient): PatientDraft => ({
  ...address,
  nhsNumber: formatNhsNumber(patient.nhsNumber ?? ''),
  localPatientId: patient.localPatientId ?? '',
  firstName: patient.firstName,
  lastName: patient.lastName,
  dateOfBirth: patient.dateOfBirth,
  dateOfDeath: patient.dateOfDeath ?? '',
  sex: patient.sex ?? '',
  phoneNumber: formatPhone(patient.phoneNumber ?? ''),
  emailAddress: patient.emailAddress ?? '',
  preferredMethod: patient.preferredMethod ?? '',
  admissionStatus: patient.admissionStatus,
  wardId: ward?.id ?? '',
  mayBeContacted: patient.mayBeContacted,
  leftOutOfNhsApp: patient.leftOutOfNhsApp,
  optedOutMethods: patient.optedOutMethods,
  deceased: patient.deceased,
  onRecord: patient.onRecord,
  locale: patient.locale,
})

const optedOut = ({ optedOutMethods }: PatientDraft) => optedOutMethods.toSorted().join()

/** The changed fields for the API, so that a colleague’s changes to other fields are kept. */
export function changesOf(before: PatientDraft, after: PatientDraft): RouteRequest<typeof patients.update>['body'] {
  const changed = (Object.keys(after) as (keyof PatientDraft)[]).filter((name) => after[name] !== before[name])
  const texts = changed.filter(isText)
  const inAddress = (name: PatientField) => wireNameOf(name) !== name
  const address = Object.fromEntries(texts.filter(inAddress).map((name) => [name, after[name]]))
  return {
    ...Object.fromEntries(texts.filter((name) => !inAddress(name)).map((name) => [name, after[name]])),
    ...(Object.keys(address).length > 0 && { address }),
    ...(changed.includes('wardId') && { wardId: after.wardId || null }),
    ...(optedOut(before) !== optedOut(after) && {
      optedOutMethods: notificationMethods.filter((one) => after.optedOutMethods.includes(one)),
    }),
    ...(changed.includes('mayBeContacted') && { mayBeContacted: after.mayBeContacted }),
    ...(changed.includes('leftOutOfNhsApp') && { leftOutOfNhsApp: after.leftOutOfNhsApp }),
    ...(changed.includes('onRecord') && { onRecord: after.onRecord }),
    ...(changed.includes('locale') && { locale: after.locale }),
  }
}

/** What the user has read, with the present values of the fields that the server has named as changed. */
export const withPresent = (read: PatientDraft, present: PatientDraft, changed: readonly string[]): PatientDraft => {
  const names = (Object.keys(read) as (keyof PatientDraft)[]).filter((name) => changed.includes(wireName(name)))
  return { ...read, ...Object.fromEntries(names.map((name) => [name, present[name]])) }
}

export const isText = (name: keyof PatientDraft): name is PatientField => name in patientFields

/** The name by which the server refuses a field. */
export const wireName = (name: keyof PatientDraft) => (isText(name) ? wireNameOf(name) : name)
