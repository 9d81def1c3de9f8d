import { auditPatients } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { archiveUntouched } from './imported-patients.sql.ts'

export { holdImported } from './imported-patients.sql.ts'

/** Archives those of these patients that the import brought, that nobody has changed since, and of whom nothing else is known. Answers their ids. */
export async function archiveImported(ctx: Context, importJobId: string, ids: string[]) {
  const archived = await archiveUntouched(ctx, importJobId, ids)
  if (archived.length) await auditPatients(ctx, 'patientDeleted', archived)
  return archived
}
