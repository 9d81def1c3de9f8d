import { type Context, isSystemAdministrator } from '#server/platform/context.ts'
import { rebind } from '#server/platform/database.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { hasOrganisation } from './reports.sql.ts'

/**
 * Binds the transaction to the organisation of a report: the member's own, or any for a system administrator. Its audit log names the actor.
 */
export async function inOrganisationOf(ctx: Context, organisationId: string): Promise<Context> {
  if (!isSystemAdministrator(ctx.actor) && organisationId !== ctx.organisationId) throw new Problem('not_a_member')
  if (!(await hasOrganisation(ctx, organisationId))) throw fieldProblem('organisationId', 'Organisation is not valid.')
  if (organisationId === ctx.organisationId) return ctx
  await rebind(ctx.tx, organisationId)
  return { ...ctx, organisationId }
}
