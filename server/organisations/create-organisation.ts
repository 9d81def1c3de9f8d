import type { organisations } from '#contract/organisations.ts'
import type { Input } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { getOrganisation, insertOrganisation } from './organisations.sql.ts'

export async function createOrganisation(ctx: Context, { body }: Input<typeof organisations.create>) {
  const id = await insertOrganisation(ctx, body)
  await audit(ctx, 'tenantCreated', { subjectId: id })
  return getOrganisation(ctx, id)
}
