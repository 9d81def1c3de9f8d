import { auditPatients } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { insertPatients, type CheckedPatient } from './patients-in-bulk.sql.ts'

export type { CheckedPatient } from './patients-in-bulk.sql.ts'

/** Many at once, for imports: 5,000 are a good handful. Answers their ids in the same order. */
export async function createPatients(ctx: Context, patients: readonly CheckedPatient[], { importJobId }: { importJobId?: string } = {}) {
  if (!patients.length) return []
  const ids = await insertPatients(ctx, patients, importJobId)
  await auditPatients(ctx, 'patientCreated', ids)
  return ids
}
