import type { Comparison, ListedDuplicate } from '#contract/patient-merges.ts'
import type { PossibleDuplicate } from '#contract/patients.ts'
import { mergeRefusal } from '#domain/patient-merge.ts'
import { possibleDuplicates } from '#domain/patient-match.ts'
import { ruleOut, showDuplicates } from '#server/patients/match-patients.ts'
import { findAlike } from '#server/patients/patients-in-bulk.sql.ts'
import { getPatient } from '#server/patients/patients.sql.ts'
import { deleteRuledOut, findRuledOut } from '#server/patients/ruled-out-duplicates.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { countBelongings, findCommonSeries } from './merges.sql.ts'

/** Other records that may be of the same patient, best matches first, then those that a user has ruled out. A record that was merged has none. */
export async function listDuplicates(ctx: Context, id: string): Promise<ListedDuplicate[]> {
  const [found, ruledOut] = [await findDuplicates(ctx, id), await findRuledOut(ctx, id)]
  const listed = (await showDuplicates(ctx, found, id)).map((one) => ({ ...one, ruledOut: ruledOutStill(one, ruledOut.get(one.id)) }))
  return [...listed.filter((one) => one.ruledOut === null), ...listed.filter((one) => one.ruledOut !== null)]
}

async function findDuplicates(ctx: Context, id: string) {
  const patient = await getPatient(ctx, id)
  const person = { ...patient, postcode: patient.address.postcode }
  const known = patient.mergedIntoId === null ? (await findAlike(ctx, [person])).filter((one) => one.id !== id) : []
  return possibleDuplicates(person, known)
}

/** What was ruled out when fewer details agreed has to be looked at again. */
function ruledOutStill({ agreesIn }: PossibleDuplicate, ruling: { agreesIn: string[]; by: string | null; at: string } | undefined) {
  if (!ruling || agreesIn.some((detail) => !ruling.agreesIn.includes(detail))) return null
  return { by: ruling.by, at: ruling.at }
}

/** Notes that another record is of somebody else, or takes that back. */
export async function setRuledOut(ctx: Context, id: string, otherId: string, isRuledOut: boolean) {
  const found = (await findDuplicates(ctx, id)).find(({ candidate }) => candidate.id === otherId) // 404 for a patient who is not there
  if (!isRuledOut) {
    if (!(await deleteRuledOut(ctx, id, otherId))) throw new Problem('conflict', 'These records were not ruled out as duplicates.')
    await audit(ctx, 'patientDuplicatesReopened', { subjectId: id, patientId: id, patientIds: [id, otherId] })
    return
  }
  if (!found) throw new Problem('conflict', 'These records no longer agree in enough details to be duplicates.')
  if (found.agreesIn.includes('nhsNumber')) throw new Problem('conflict', 'Records with the same NHS number are of one patient.')
  await ruleOut(ctx, id, [{ id: otherId, agreesIn: found.agreesIn }])
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
