import type { pepConfig } from '#contract/pep.ts'
import type { HandlerResult, Input } from '#contract/route.ts'
import { mustBeOrganisation } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { changePepConfig, deletePepConfig, getPepConfig, putPepConfig } from './pep-config.sql.ts'

type Set = typeof pepConfig.set

/** The secret is encrypted before it is stored, and never logged. Disabling PEP deletes the configuration and the secret. */
export async function setPepConfig(ctx: Context, { params: { id }, body }: Input<Set>): Promise<HandlerResult<Set>> {
  await mustBeOrganisation(ctx, id)
  if (!body.enabled) {
    await deletePepConfig(ctx)
    await audit(ctx, 'pepConfigUpdated', { subjectId: id, detail: { enabled: false } })
    return { enabled: false }
  }
  const { clientSecret, ...fields } = body
  if (clientSecret !== undefined) await putPepConfig(ctx, fields, clientSecret)
  else if (!(await changePepConfig(ctx, fields))) throw fieldProblem('clientSecret', 'Client secret is required.')
  await audit(ctx, 'pepConfigUpdated', { subjectId: id, detail: { enabled: true, hasNewSecret: clientSecret !== undefined } })
  return getPepConfig(ctx)
}
