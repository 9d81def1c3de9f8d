import type { organisations } from '#contract/organisations.ts'
import type { Input } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { isSystemAdministrator, type Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { getOrganisation, setOrganisation } from './organisations.sql.ts'

/** What it is known by elsewhere is changed by system administrators only; how it works, by its own admins too. */
export async function updateOrganisation(ctx: Context, { params: { id }, body }: Input<typeof organisations.update>) {
  const before = await getOrganisation(ctx, id)
  if (!isSystemAdministrator(ctx.actor) && body.odsCode !== undefined && body.odsCode.toUpperCase() !== before.odsCode.toUpperCase())
    throw fieldProblem('odsCode', 'Only a system administrator can change the ODS Code.')
  await setOrganisation(ctx, id, body)
  await audit(ctx, 'tenantUpdated', { subjectId: id, detail: { fields: Object.keys(body) } })
  return getOrganisation(ctx, id)
}
