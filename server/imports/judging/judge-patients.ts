import { reasonOptedOut } from '#domain/contactability.ts'
import { kindsOf } from '#domain/imports/decisions.ts'
import type { ImportRow } from '#domain/imports/row.ts'
import type { ImportColumnKey } from '#domain/imports/template.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { agreementsOf, isSameFirstName, normaliseName } from '#domain/patient-match.ts'
import type { RowProblem } from '#server/imports/import-tallies.ts'
import { holdMessages } from '#server/notifications/notifications.ts'
import { findPatients, isLimitedToWards, matchPatients } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { findOpenRequests, openKey, type OpenRequest } from '#server/requests/requests.ts'

/** The patient of a row, if there is one. With `refusals` the row cannot be imported; with `warnings` it can. */
export type CheckedImportPatient = {
  patientId: string | null
  refusals: RowProblem[]
  warnings: RowProblem[]
  open: OpenRequest[]
  /** By the patient's record, where the row has none. */
  method: NotificationMethod
  /** The row has another name or date of birth than the record, so its contact details may be those of another person. */
  isDoubtful: boolean
}
/** `carried`: the methods from which one is chosen for a row without. Without them the method of the check stays. */
type Options = { jobId: string; areHeld?: boolean; carried?: readonly NotificationMethod[] }

type Matched = Awaited<ReturnType<typeof matchPatients>>[number]
type Matching = Extract<Matched, { kind: 'matched' }>
type Known = Awaited<ReturnType<typeof findPatients>>[number]

/** Finds the patients of rows and the problems of each row, in the order of the rows. */
export async function checkImportPatients(ctx: Context, rows: readonly ImportRow[], options: Options): Promise<CheckedImportPatient[]> {
  const matches = await matchPatients(ctx, [...rows])
  const ids = matches.flatMap((match) => (match.kind === 'matched' ? [match.candidate.id] : []))
  // Locked, so that a member who archives or moves a patient waits, and then finds the new request.
  const found = await findPatients(ctx, [...new Set(ids)], { areHeld: options.areHeld ?? false })
  const known = new Map(found.map((patient) => [patient.id, patient]))
  const isLimited = await isLimitedToWards(ctx)
  const people = rows.map((row, index) => judge(row, matches[index]!, { known, isLimited, carried: options.carried })) // one match a row
  const asked = rows.map((row, index) => askedOf(row, people[index]!.patientId)) // likewise
  const open = await openOnes(
    ctx,
    asked.flatMap((one) => one ?? []),
    options,
  )
  return people.map((person, index) => {
    const theirs = (asked[index] && open.get(openKey(asked[index]))) ?? []
    return { ...person, open: theirs, warnings: theirs.length > 0 ? [...person.warnings, alreadyOpen] : person.warnings }
  })
}

/** Locked, so that until the transaction ends none of them is opened, answered or closed and no message is sent. */
async function openOnes(ctx: Context, asked: Parameters<typeof findOpenRequests>[1], { jobId, areHeld }: Options) {
  const open = await findOpenRequests(ctx, asked, { exceptImportJobId: jobId })
  if (!areHeld || open.size === 0) return open
  await holdMessages(
    ctx,
    [...open.values()].flat().map(({ id }) => id),
  )
  return findOpenRequests(ctx, asked, { exceptImportJobId: jobId, areHeld })
}

const problem = (column: ImportColumnKey, code: string, message: string): RowProblem => ({ column, code, message })

const alreadyOpen = problem('form', 'already_open', 'The patient already has this form open on this pathway.')

const askedOf = ({ formId, pathwayId }: ImportRow, patientId: string | null) =>
  patientId === null ? undefined : { patientId, formId, pathwayId: pathwayId ?? '' }

type Circumstances = { known: ReadonlyMap<string, Known>; isLimited: boolean; carried: readonly NotificationMethod[] | undefined }

function judge(row: ImportRow, match: Matched, { known, isLimited, carried }: Circumstances): Omit<CheckedImportPatient, 'open'> {
  const { method } = row
  if (match.kind === 'none')
    return { patientId: null, method, refusals: isLimited ? [notOnTheirWards] : [], warnings: [], isDoubtful: false }
  if (match.kind === 'ambiguous')
    return {
      patientId: null,
      method,
      isDoubtful: false,
      refusals: [
        problem('nhsNumber', 'ambiguous_patient', 'Several of your patients match this row. Add the NHS number to the correct patient.'),
      ],
      warnings: [],
    }
  const patient = known.get(match.candidate.id)
  // A patient who is known only from an undone import is written again with the values of this file.
  const differences = patient?.isUndone ? [] : warningsOf(row, match)
  const isDoubtful = kindsOf(differences).includes('identity')
  const usable = isDoubtful ? { ...row, phone: null, email: null } : row
  const judged = patient && carried && row.isMethodDerived ? { ...row, method: methodOf(usable, patient, carried) } : row
  return {
    patientId: match.candidate.id,
    method: judged.method,
    isDoubtful,
    refusals: patient ? [...refusalsOf(judged, patient), ...(isDoubtful ? contactRefusals(judged, patient, differences) : [])] : [],
    warnings: patient?.isUndone ? [] : [...differences, ...(patient ? contactWarnings(judged, patient) : [])],
  }
}

/**
 * The contact method of the patient's record, or else the first for which the record or the row has a contact detail. An import only adds missing
 * values. Never one that the patient has opted out of while another is left.
 */
function methodOf({ method, phone, email, nhsNumber }: ImportRow, patient: Known, carried: readonly NotificationMethod[]) {
  // A patient who is known only from an undone import is written again with the values of this file.
  if (patient.isUndone) return method
  const details: Record<NotificationMethod, string | null> = {
    sms: patient.phoneNumber ?? phone,
    email: patient.emailAddress ?? email,
    nhs_app: nhsNumber,
  }
  const possible = carried.filter((one) => Boolean(details[one]) && !patient.optedOutMethods.includes(one))
  return possible.find((one) => one === patient.preferredMethod) ?? possible[0] ?? method
}

const refusalsOf = ({ method }: ImportRow, { archivedAt, isUndone, deceased, mayBeContacted, optedOutMethods }: Known) => [
  ...(deceased ? [problem('nhsNumber', 'deceased', 'This patient has died.')] : []),
  ...(archivedAt && !isUndone ? [problem('nhsNumber', 'archived', 'This patient is archived.')] : []),
  ...(mayBeContacted ? [] : [problem('nhsNumber', 'not_to_be_contacted', 'This patient does not wish to be contacted.')]),
  ...optOutRefusals(reasonOptedOut({ optedOutMethods }, method)),
]

const optOutRefusals = (reason: string | undefined) => (reason === undefined ? [] : [problem('method', 'opted_out', reason)])

/** The same message whether the patient is on another ward or unknown, so that a file cannot be used to find patients (MEM-4). */
const notOnTheirWards = problem(
  'nhsNumber',
  'not_on_your_wards',
  'No patient on your wards has this NHS number. Add the patient to one of your wards first, or ask an admin to import this row.',
)

/**
 * Never merged silently (PAT-4): the member who completes the import has seen that the record differs. Details agree in three of four, so the
 * fourth may be the first name of a twin, or the date of birth of a father.
 */
function warningsOf(row: ImportRow, { by, candidate }: Matching) {
  const theirs = by === 'details' ? 'The matched patient' : 'The patient with this NHS number'
  return [
    ...(by === 'details' ? [matchedByDetails(row, candidate)] : []),
    ...(candidate.dateOfBirth === row.dateOfBirth
      ? []
      : [
          problem(
            'dateOfBirth',
            'differs',
            `${theirs} has another date of birth on record. Sent, the form goes to that patient, who is asked for the date on record.`,
          ),
        ]),
    ...(isSameFirstName(candidate.firstName, row.firstName)
      ? []
      : [problem('firstName', 'differs', `${theirs} has a different first name on record.`)]),
    ...(normaliseName(candidate.lastName) === normaliseName(row.lastName)
      ? []
      : [problem('lastName', 'differs', `${theirs} has a different last name on record.`)]),
  ]
}

function matchedByDetails(row: ImportRow, candidate: Matching['candidate']) {
  const same = list.format(agreementsOf(row, candidate).flatMap((detail) => detailWords[detail] ?? []))
  return problem(
    'nhsNumber',
    'matched_by_details',
    `A patient with the same ${same} has no NHS number on record. The row is matched to this patient.`,
  )
}

const list = new Intl.ListFormat('en-GB')

/**
 * A row with another name or date of birth may be about another person, so its contact details are not added to the record. Without those of the record
 * no message can be sent.
 */
function contactRefusals({ method }: ImportRow, { phoneNumber, emailAddress }: Known, differences: readonly RowProblem[]) {
  const different = differences.flatMap(({ column, code }) => (code === 'differs' ? (detailWords[column] ?? []) : [])).join(' and ')
  const notOnRecord = (column: 'phone' | 'email', detail: string) =>
    problem(
      column,
      'not_on_record',
      `The patient’s record has a different ${different}, and no ${detail}. The row may be about another person, so its ${detail} is not used. Correct the record or the row.`,
    )
  if (method === 'sms' && phoneNumber === null) return [notOnRecord('phone', 'phone number')]
  if (method === 'email' && emailAddress === null) return [notOnRecord('email', 'email address')]
  return []
}
const detailWords: Partial<Record<ImportColumnKey, string>> = {
  firstName: 'first name',
  lastName: 'last name',
  dateOfBirth: 'date of birth',
  postcode: 'postcode',
}

/** The record counts. An import only adds missing values. */
function contactWarnings({ method, phone, email }: ImportRow, { phoneNumber, emailAddress }: Known) {
  if (method === 'sms' && phone !== null && phoneNumber !== null && phone !== phoneNumber)
    return [problem('phone', 'differs', 'The patient has a different phone number on record. Messages go to the number on record.')]
  if (method === 'email' && email !== null && emailAddress !== null && email.toLowerCase() !== emailAddress.toLowerCase())
    return [problem('email', 'differs', 'The patient has a different email address on record. Messages go to the address on record.')]
  return []
}
