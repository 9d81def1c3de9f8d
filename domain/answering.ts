/** How a user gets the answers that they type for a patient (PTN-6). */
export const assistedChannels = ['phone', 'in_person', 'paper', 'interpreter'] as const
export type AssistedChannel = (typeof assistedChannels)[number]
/** `web`: on the patient's own device. */
export type AnswerChannel = 'web' | AssistedChannel

export const answerers = ['patient', 'carer'] as const
export type Answerer = (typeof answerers)[number]

export const assistedChannelLabels: Record<AssistedChannel, string> = {
  phone: 'By phone',
  in_person: 'In person',
  paper: 'On paper',
  interpreter: 'With an interpreter',
}

export const answerChannelLabels: Record<AnswerChannel, string> = { web: 'Online', ...assistedChannelLabels }

export const answererLabels: Record<Answerer, string> = { patient: 'Patient', carer: 'Carer' }

/** The details by which a person shows who they are. */
export const identityDetails = ['name', 'dateOfBirth', 'nhsNumber', 'address', 'phoneNumber'] as const
export type IdentityDetail = (typeof identityDetails)[number]

export const identityDetailLabels: Record<IdentityDetail, string> = {
  name: 'Full name',
  dateOfBirth: 'Date of birth',
  nhsNumber: 'NHS number',
  address: 'Address or postcode',
  phoneNumber: 'Phone number',
}

/** Details that a person on the phone may have had changed a moment ago. */
export const changeableDetails = ['address', 'phoneNumber'] as const satisfies readonly IdentityDetail[]
/** A detail that was changed less than so many hours ago proves nothing. */
export const recentChangeHours = 24

/** How a user checked a person's identity, before the link or the contact details of a patient are shown or changed. */
export const identityChecks = ['three_details', 'in_person', 'on_paper', 'nobody_asked'] as const
export type IdentityCheck = (typeof identityChecks)[number]

export const identityCheckLabels: Record<IdentityCheck, string> = {
  three_details: 'The person gave 3 correct details',
  in_person: 'The person showed proof of identity in person',
  on_paper: 'A letter or email from the patient',
  nobody_asked: 'No one contacted us – we are making this change ourselves',
}

/** How many details must be right before a user may answer for a patient. */
export const requiredDetails = 3

/** A user who has saved nothing for this long checks the identity again. */
export const answeringIdleMinutes = 60

/** How answers were given. `typedBy`: the name of the user, null for the patient's own device. */
export type Answering = {
  channel: AnswerChannel
  answeredBy: Answerer
  carerName: string
  carerRelationship: string
  typedBy: string | null
}

/** Such as `By phone, by a carer (Tom Okafor, son), typed by Ada Byron`. */
export function answeringWords({ channel, answeredBy, carerName, carerRelationship, typedBy }: Answering): string {
  if (channel === 'web') return 'Online, by the patient'
  const carer = [carerName, carerRelationship].filter(Boolean).join(', ')
  return [
    assistedChannelLabels[channel],
    ...(answeredBy === 'carer' ? [`by a carer (${carer})`] : []),
    `typed by ${typedBy ?? 'a former member'}`,
  ].join(', ')
}
