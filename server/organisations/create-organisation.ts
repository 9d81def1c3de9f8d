import type { organisations } from '#contract/organisations.ts'
import type { Input } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { rebind } from '#server/platform/database.ts'

import { secondFactorAfter } from './require-second-factor.ts'
import { getOrganisation, insertOrganisation } from './organisations.sql.ts'

export async function createOrganisation(ctx: Context, { body }: Input<typeof organisations.create>) {
  // A demonstration is opened without one by everybody who has its published passwords. Where accounts live elsewhere, so do second factors.
  const { DEMO, OIDC_MODE } = ctx.services.config
  const { secondFactorRequired = !DEMO && OIDC_MODE !== 'direct', secondFactorFrom } = body
  const none = { secondFactorRequired: false, secondFactorFrom: null }
  const id = await insertOrganisation(ctx, { ...body, ...secondFactorAfter(none, { secondFactorRequired, secondFactorFrom }) })
  await audit(ctx, 'tenantCreated', { subjectId: id })
  // The log of the new organisation begins with it, too: its admins do not see the system's own log.
  await rebind(ctx.tx, id)
  await audit({ ...ctx, organisationId: id }, 'tenantCreated', { subjectId: id })
  await rebind(ctx.tx, ctx.organisationId)
  return getOrganisation(ctx, id)
}
