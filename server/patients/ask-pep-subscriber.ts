import type { pepSubscribers } from '#contract/pep.ts'
import type { HandlerResult } from '#contract/route.ts'
import type { PepFailure } from '#domain/pep.ts'
import { findPep, type PepReply } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { wardLimitOf } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Call } from '#server/platform/serve.ts'

import { getPatient } from './patients.sql.ts'

/**
 * Asks the PEP whether a patient uses it. The audit event is committed before the NHS number leaves, so that no query goes unrecorded. A PEP that
 * does not answer is no failure of the call: the screen says why the answer is not known.
 */
export async function askPepSubscriber({ services, actor, organisationId }: Call, patientId: string) {
  const prepared = await inTransaction(services.db, { organisationId, memberId: wardLimitOf(actor) }, async (tx): Promise<Prepared> => {
    const ctx = { tx, actor, organisationId, services }
    const { nhsNumber } = await getPatient(ctx, patientId)
    const pep = await findPep(ctx)
    await audit(ctx, 'pepSubscriberRead', { subjectId: patientId, patientId, detail: { isAsked: pep !== undefined && nhsNumber !== null } })
    if (!pep) return { failure: 'disabled' }
    if (nhsNumber === null) return { failure: 'no_nhs_number' }
    return { ask: () => pep.querySubscriber(nhsNumber) }
  })
  const askedAt = new Date().toISOString()
  const reply = 'failure' in prepared ? prepared : await prepared.ask()
  return async (): Promise<HandlerResult<typeof pepSubscribers.ask>> =>
    'failure' in reply
      ? { patientId, subscriber: 'not_known', askedAt, reason: reply.failure }
      : { patientId, subscriber: reply.answer.isSubscriber ? 'yes' : 'no', askedAt, reason: null }
}

type Prepared = { failure: PepFailure } | { ask: () => Promise<PepReply<{ isSubscriber: boolean }>> }
