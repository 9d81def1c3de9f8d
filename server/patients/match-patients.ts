import { normaliseNhsNumber } from '#domain/nhs-number.ts'
import { matchPatient, normalisePostcode, type Identity, type Match } from '#domain/patient-match.ts'
import { nameKeyOf } from '#domain/patient-name.ts'
import type { Context } from '#server/platform/context.ts'

import { findAlike, type KnownPatient } from './patients-in-bulk.sql.ts'

export type { KnownPatient } from './patients-in-bulk.sql.ts'

/** Who each of these people is, in their order (PAT-4). Archived patients are found too: the caller decides what that means. */
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
 * Two people who are one by number, or agree in three of four, share one of these: each is compared with few (domain/patient-match.ts). What is not
 * known agrees with nothing, so it makes no key: every patient without a number would wait for every other.
 */
export function keysOf({ nhsNumber, firstName, lastName, dateOfBirth, postcode }: Identity) {
  const number = normaliseNhsNumber(nhsNumber ?? '')
  const name = nameKeyOf(firstName, lastName)
  const place = normalisePostcode(postcode ?? '')
  const keys = [number && `n ${number}`, `b ${dateOfBirth} ${name}`, place && `b ${dateOfBirth} ${place}`, place && `p ${name} ${place}`]
  return keys.filter((key) => key !== '')
}
