import type { PatientChanges } from '#contract/patients.ts'
import type { PatientField } from '#domain/patient-rules.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { auditRuledOut, comparePatient } from './compare-patient.ts'
import { lockPatient, setArchived, setPatient } from './patient-rows.sql.ts'
import { valuesOf } from './patient-values.ts'
import { getPatient } from './patients.sql.ts'
import { refuseWrongPatient } from './refuse-wrong-patient.ts'

export async function updatePatient(ctx: Context, id: string, { archived, ruledOut: asked, ...fields }: PatientChanges) {
  const before = await lockPatient(ctx, id)
  const changed = valuesOf(fields)
  const values = { ...before.values, ...changed }
  const written = Object.keys(changed) as PatientField[] // valuesOf answers fields only
  await refuseWrongPatient(ctx, values, written)
  const ruledOut = await comparePatient(ctx, values, { ruledOut: asked, changing: { id, before: before.values, changed } })
  if (ruledOut instanceof Problem) return ruledOut
  await setPatient(ctx, id, values, changed, fields)

  const who = { subjectId: id, patientId: id }
  const { locale, ...others } = fields
  const [isUpdated, isTranslated] = [Object.keys(others).length > 0, locale !== undefined && locale !== before.locale]
  const isRestored = archived === false && before.isArchived
  if (isUpdated) await audit(ctx, 'patientUpdated', { ...who, detail: { fields: Object.keys(others) } })
  await auditRuledOut(ctx, id, ruledOut)
  if (isTranslated) await audit(ctx, 'patientLocaleUpdated', { ...who, detail: { locale } })
  if (isRestored) {
    await setArchived(ctx, id, false)
    await audit(ctx, 'patientRestored', who)
  }
  // Whoever changes nothing is still answered with the record, and has read it.
  if (!isUpdated && !isTranslated && !isRestored) await audit(ctx, 'patientRead', who)
  return getPatient(ctx, id)
}
