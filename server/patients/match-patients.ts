import type { PossibleDuplicate } from '#contract/patients.ts'
import { normaliseNhsNumber } from '#domain/nhs-number.ts'
import {
  type Agreement,
  agreementsOf,
  type Identity,
  type Match,
  matchPatient,
  normalisePostcode,
  possibleDuplicates,
} from '#domain/patient-match.ts'
import { nameKeyOf } from '#domain/patient-search.ts'
import type { PatientField, PatientValues } from '#domain/patient-rules.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { nhsNumberTaken } from '#server/platform/database-problem.ts'
import { Problem } from '#server/platform/problem.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'

import { findAlike, type KnownPatient } from './patients-in-bulk.sql.ts'
import { getPatients } from './patients.sql.ts'
import { type Alike, insertRuledOut } from './ruled-out-duplicates.sql.ts'

export type { KnownPatient } from './patients-in-bulk.sql.ts'

/** Matches each person to a patient, in the same order (PAT-4). Archived patients are included: the caller decides what that means. */
export async function matchPatients(ctx: Context, incoming: readonly Identity[]): Promise<Match<KnownPatient>[]> {
  const known = await findAlike(ctx, incoming)
  const places = new Map<string, KnownPatient[]>()
  for (const patient of known)
    for (const key of keysOf(patient)) {
      const there = places.get(key)
      if (there) there.push(patient)
      else places.set(key, [patient])
    }
  return incoming.map((person) => matchPatient(person, [...new Set(keysOf(person).flatMap((key) => places.get(key) ?? []))]))
}

/**
 * Two people with the same number, or with three of four equal details, share one of these keys, so that each is compared with few
 * (domain/patient-match.ts). A missing value makes no key, or every patient without a number would be compared with every other.
 */
export function keysOf({ nhsNumber, firstName, lastName, dateOfBirth, postcode }: Identity) {
  const number = normaliseNhsNumber(nhsNumber ?? '')
  const name = nameKeyOf(firstName, lastName)
  const place = normalisePostcode(postcode ?? '')
  const keys = [number && `n ${number}`, `b ${dateOfBirth} ${name}`, place && `b ${dateOfBirth} ${place}`, place && `p ${name} ${place}`]
  return keys.filter((key) => key !== '')
}

/** The maximum number of possible duplicates shown at a time. */
const maxShown = 20

const identityFields = ['nhsNumber', 'firstName', 'lastName', 'dateOfBirth', 'postcode'] as const satisfies PatientField[]
type Compared = { ruledOut?: readonly string[] | undefined; changing?: { id: string; before: PatientValues; changed: PatientValues } }

/**
 * Compares a patient with those that the actor may see (PAT-4). Returns the refusal if one may be the same person and was not ruled out,
 * else the records that were ruled out. A change is compared only if it makes two patients similar who were not.
 */
export async function comparePatient(
  ctx: Context,
  values: PatientValues,
  { ruledOut = [], changing }: Compared,
): Promise<Problem | Alike[]> {
  if (changing && !identityFields.some((field) => field in changing.changed)) return []
  const person = identityOf(values)
  // The lock makes the second of two simultaneous calls see the patient of the first.
  await lockKeys(ctx, keysOf(person))
  const known = (await findAlike(ctx, [person])).filter(({ id }) => id !== changing?.id)
  const before = changing ? new Set(possibleDuplicates(identityOf(changing.before), known).map(({ candidate }) => candidate.id)) : undefined
  const found = possibleDuplicates(person, known).filter(
    ({ candidate, agreesIn }) => agreesIn.includes('nhsNumber') || !before?.has(candidate.id),
  )
  const isNumberTaken = found.some(({ agreesIn }) => agreesIn.includes('nhsNumber'))
  // A patient with the same NHS number is always the same person.
  const open = isNumberTaken ? found : found.filter(({ candidate }) => !ruledOut.includes(candidate.id))
  if (open.length === 0) return found.map(({ candidate, agreesIn }) => ({ id: candidate.id, agreesIn }))
  const candidates = await showDuplicates(ctx, open, changing?.id)
  return isNumberTaken
    ? new Problem('conflict', nhsNumberTaken, undefined, { candidates })
    : new Problem('possible_duplicate', open.length === 1 ? oneDuplicate : severalDuplicates, undefined, { candidates })
}

const oneDuplicate = 'A patient with nearly the same details already exists. Check whether this is the same person.'
const severalDuplicates = 'Patients with nearly the same details already exist. Check whether one of them is the same person.'

const doubtful =
  'The NHS number or local patient ID is on record, but it is not certain that this is the same person. Nothing was changed. Ask a user to check.'

/** Shows the first of the possible duplicates of a patient, and records that. `patientId`: undefined for a patient who is not stored. */
export async function showDuplicates(
  ctx: Context,
  all: readonly Agreement<KnownPatient>[],
  patientId: string | undefined,
): Promise<PossibleDuplicate[]> {
  const found = all.slice(0, maxShown)
  const patientIds = found.map(({ candidate }) => candidate.id)
  const patients = await getPatients(ctx, patientIds)
  await audit(ctx, 'patientDuplicatesRead', { subjectId: patientId, patientId, patientIds })
  return patients.map(({ id, nhsNumber, localPatientId, fullName, dateOfBirth, address, archived }) => {
    const { agreesIn } = found.find(({ candidate }) => candidate.id === id)! // every patient here is one of them
    return { id, nhsNumber, localPatientId, fullName, dateOfBirth, address, archived, agreesIn }
  })
}

/** The refusal of a call that names known patients, of whom none is surely the same person. */
export const refuseDoubtful = async (ctx: Context, known: readonly KnownPatient[], values: PatientValues) =>
  new Problem('possible_duplicate', doubtful, undefined, {
    candidates: await showDuplicates(
      ctx,
      known.map((candidate) => ({ candidate, agreesIn: agreementsOf(identityOf(values), candidate) })),
      undefined,
    ),
  })

/** Stores which records were found to be of other people, by whom and when. */
export async function ruleOut(ctx: Context, patientId: string, others: readonly Alike[]) {
  if (others.length === 0) return
  await insertRuledOut(ctx, patientId, others)
  await audit(ctx, 'patientDuplicatesRuledOut', {
    subjectId: patientId,
    patientId,
    patientIds: others.map(({ id }) => id),
    detail: { ruledOut: others.length },
  })
}

export const identityOf = ({ nhsNumber, firstName, lastName, dateOfBirth, postcode }: PatientValues): Identity => ({
  nhsNumber,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  dateOfBirth: dateOfBirth ?? '',
  postcode,
})
