import type { PatientChanges } from '#contract/patients.ts'
import type { PatientField } from '#domain/patient-rules.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { lockPatient, setArchived, setPatient } from './patient-rows.sql.ts'
import { valuesOf } from './patient-values.ts'
import { getPatient } from './patients.sql.ts'
import { refuseWrongPatient } from './refuse-wrong-patient.ts'

export async function updatePatient(ctx: Context, id: string, { archived, ...fields }: PatientChanges) {
  const before = await lockPatient(ctx, id)
  const changed = valuesOf(fields)
  const values = { ...before.values, ...changed }
  const written = Object.keys(changed) as PatientField[] // valuesOf answers fields only
  await refuseWrongPatient(ctx, values, written)
  await setPatient(ctx, id, values, changed, fields)

  const who = { subjectId: id, patientId: id }
  const { locale, ...others } = fields
  if (Object.keys(others).length) await audit(ctx, 'patientUpdated', { ...who, detail: { fields: Object.keys(others) } })
  if (locale !== undefined && locale !== before.locale) await audit(ctx, 'patientLocaleUpdated', { ...who, detail: { locale } })
  if (archived === false && before.isArchived) {
    await setArchived(ctx, id, false)
    await audit(ctx, 'patientRestored', who)
  }
  return getPatient(ctx, id)
}
