import { type Identity, possibleDuplicates } from './patient-match.ts'

/** The details of a patient that a user chooses between when two records are merged. An address is chosen as a whole. */
export const mergeFieldLabels = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  sex: 'Sex',
  localPatientId: 'Local patient ID',
  address: 'Address',
  phoneNumber: 'Phone number',
  emailAddress: 'Email address',
  preferredMethod: 'Contact method',
  ward: 'Ward',
  admissionStatus: 'Admission status',
  dateOfDeath: 'Date of death',
  locale: 'Language',
} as const
export type MergeField = keyof typeof mergeFieldLabels
export const mergeFields = Object.keys(mergeFieldLabels) as MergeField[] // Object.keys forgets the names

export const mergeReasons = ['registered_twice', 'imported_twice', 'temporary_record', 'other'] as const
export type MergeReason = (typeof mergeReasons)[number]

export const mergeReasonLabels: Record<MergeReason, string> = {
  registered_twice: 'The patient was registered twice',
  imported_twice: 'A file or another system added the patient again',
  temporary_record: 'One record was created before the patient was identified',
  other: 'Another reason',
}

/** Characters. */
export const mergeNoteLimit = 200

/** Days after a merge in which it can be undone. */
export const mergeUndoDays = 30

/** When the days in which a merge can be undone are over. */
export const undoEndsAt = (mergedAt: string) => new Date(Date.parse(mergedAt) + mergeUndoDays * 86_400_000)

export type MergeCandidate = Identity & { id: string; isDeceased: boolean; isArchived: boolean; mergedIntoId: string | null }

/** Why two records cannot be merged whatever the user chooses (PAT-4); undefined if they can. */
export function mergeRefusal(kept: MergeCandidate, merged: MergeCandidate): string | undefined {
  if (kept.id === merged.id) return 'Choose two different records.'
  if (kept.mergedIntoId !== null || merged.mergedIntoId !== null) return 'One of these records was already merged into another record.'
  if (kept.nhsNumber && merged.nhsNumber && kept.nhsNumber !== merged.nhsNumber)
    return 'These records have two different NHS numbers. Records with two different NHS numbers are never merged.'
  if (possibleDuplicates(kept, [merged]).length === 0)
    return 'These records do not agree in three of first name, last name, date of birth and postcode. Correct the details first if they are the same patient.'
  if (kept.isDeceased !== merged.isDeceased)
    return 'One record says that the patient has died and the other does not. Correct the wrong record first.'
  return undefined
}

/** Why a record cannot be the one that stays; undefined if it can. */
export const keptRefusal = ({ isArchived }: Pick<MergeCandidate, 'isArchived'>) =>
  isArchived ? 'An archived record cannot be the one that stays. Restore the record first, or keep the other record.' : undefined
