import type { NewPatient } from '#contract/patients.ts'
import { patientFields, type PatientField } from '#domain/patient-rules.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { auditRuledOut, comparePatient } from './compare-patient.ts'
import { insertPatient } from './patient-rows.sql.ts'
import { valuesOf } from './patient-values.ts'
import { getPatient } from './patients.sql.ts'
import { refuseWrongPatient } from './refuse-wrong-patient.ts'

export async function createPatient(ctx: Context, body: NewPatient) {
  const values = valuesOf(body)
  await refuseWrongPatient(ctx, values, Object.keys(patientFields) as PatientField[]) // Object.keys forgets the names
  const ruledOut = await comparePatient(ctx, values, { ruledOut: body.ruledOut })
  if (ruledOut instanceof Problem) return ruledOut
  const id = await insertPatient(ctx, values, body)
  await audit(ctx, 'patientCreated', { subjectId: id, patientId: id })
  await auditRuledOut(ctx, id, ruledOut)
  return getPatient(ctx, id)
}
