import { normaliseNhsNumber } from '#domain/nhs-number.ts'
import { matchPatient, normalisePostcode, type Identity, type Match } from '#domain/patient-match.ts'
import type { Context } from '#server/platform/context.ts'

import { nameKeyOf } from './name-key.ts'
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

/** Two people who are one by number, or agree in three of four, share one of these: each is compared with few (domain/patient-match.ts). */
export function keysOf({ nhsNumber, firstName, lastName, dateOfBirth, postcode }: Identity) {
  const name = nameKeyOf(firstName, lastName)
  const place = normalisePostcode(postcode ?? '')
  return [`n ${normaliseNhsNumber(nhsNumber ?? '')}`, `b ${dateOfBirth} ${name}`, `b ${dateOfBirth} ${place}`, `p ${name} ${place}`]
}
