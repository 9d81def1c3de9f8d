import type { Comparison } from '#contract/patient-merges.ts'
import type { PossibleDuplicate } from '#contract/patients.ts'
import { mergeRefusal } from '#domain/patient-merge.ts'
import { possibleDuplicates } from '#domain/patient-match.ts'
import { showDuplicates } from '#server/patients/match-patients.ts'
import { findAlike } from '#server/patients/patients-in-bulk.sql.ts'
import { getPatient } from '#server/patients/patients.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { countBelongings, findCommonSeries } from './merges.sql.ts'

/** Other records that may be of the same patient, best matches first. A record that was merged has none. */
export async function listDuplicates(ctx: Context, id: string): Promise<PossibleDuplicate[]> {
  const patient = await getPatient(ctx, id)
  const person = { ...patient, postcode: patient.address.postcode }
  const known = patient.mergedIntoId === null ? (await findAlike(ctx, [person])).filter((one) => one.id !== id) : []
  return showDuplicates(ctx, possibleDuplicates(person, known), id)
}

/** Two records side by side, and why they cannot be merged if they cannot. */
export async function comparePatients(ctx: Context, id: string, otherId: string): Promise<Comparison> {
  const [one, other] = [await getPatient(ctx, id), await getPatient(ctx, otherId)]
  const belongings = await countBelongings(ctx, [id, otherId])
  await audit(ctx, 'patientDuplicatesRead', { subjectId: id, patientId: id, patientIds: [id, otherId] })
  const [first, second] = [one, other].map((patient) => ({
    ...patient,
    postcode: patient.address.postcode,
    isDeceased: patient.deceased,
    isArchived: patient.archived,
  }))
  const refusal = mergeRefusal(first!, second!) ?? commonSeriesRefusal(await findCommonSeries(ctx, id, otherId)) // two were given
  return { records: [one, other].map((patient) => ({ patient, belongings: belongings.get(patient.id)! })), refusal: refusal ?? null } // each id has a row
}

/** A patient who takes part in a series twice would be sent each form twice. */
export const commonSeriesRefusal = (names: readonly string[]) =>
  names.length === 0 ? undefined : `Both records take part in the series ${names.join(', ')}. End the series for one of them first.`
