import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { setSecondFactorRequired } from './organisation-settings.sql.ts'

/** Whether system administrators need a second factor; the others' organisations have it among their settings. */
export async function requireOfAdministrators(ctx: Context, isRequired: boolean) {
  await setSecondFactorRequired(ctx, isRequired)
  await audit(ctx, 'tenantUpdated', { subjectId: ctx.organisationId, detail: { fields: ['secondFactorRequired'] } })
  return { done: true as const }
}
