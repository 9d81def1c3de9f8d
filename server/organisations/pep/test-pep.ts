import type { pepConfig } from '#contract/pep.ts'
import type { HandlerResult } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Call } from '#server/platform/serve.ts'

import { findPep } from './find-pep.ts'

type Result = HandlerResult<typeof pepConfig.test>

/** Calls the PEP with the saved configuration, and says what failed. Throws not_found if PEP is disabled. */
export async function testPep({ services, organisationId }: Call) {
  const pep = await inOrganisation(services.db, organisationId, (tx) => findPep({ tx, organisationId, services }))
  if (!pep) throw new Problem('not_found')
  const reply = await pep.readStatus()
  const result: Result = 'failure' in reply ? { outcome: 'no_answer', reason: reply.failure } : { outcome: 'connected', ...reply.answer }
  return async (ctx: Context): Promise<Result> => {
    await audit(ctx, 'pepConfigTested', {
      subjectId: organisationId,
      detail: { outcome: result.outcome, ...('reason' in result && { reason: result.reason }) },
    })
    return result
  }
}
