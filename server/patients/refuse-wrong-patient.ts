import { dateOf } from '#domain/dates.ts'
import { checkPatient, fieldsAskedBy, wireNameOf, type PatientField, type PatientValues } from '#domain/patient-rules.ts'
import { getOrganisationSettings } from '#server/organisations/organisation-settings.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { canUseWard } from './patient-rows.sql.ts'

/**
 * Refuses what is wrong with a patient, every field at once. Only what was written is asked about: a patient of long ago may still be
 * given a new address, though the rules have become stricter.
 */
export async function refuseWrongPatient(ctx: Context, values: PatientValues, written: readonly PatientField[]) {
  const { minimumAge } = await getOrganisationSettings(ctx)
  const asked = new Set(written.flatMap(fieldsAskedBy))
  const errors = checkPatient(values, { today: dateOf(new Date()), minimumAge }).filter(({ field }) => asked.has(field))
  if (asked.has('wardId') && !(await canUseWard(ctx, values.wardId || null)))
    errors.push({ field: 'wardId', message: values.wardId ? 'Ward is not valid.' : 'Ward is required.' })
  if (errors.length)
    throw new Problem(
      'invalid_request',
      undefined,
      errors.map(({ field, message }) => ({ field: wireNameOf(field), message })),
    )
}
