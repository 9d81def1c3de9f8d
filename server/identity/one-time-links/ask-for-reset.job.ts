import { z } from 'zod'

import { findAccountByAddress } from '#server/identity/accounts.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { inTransaction, rebind } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { job, workerContext, workInSteps } from '#server/platform/jobs.ts'

/** The address is encrypted: most of the addresses that are typed here have no account, and the queue stores its jobs for a while. */
export const requestPasswordResetJob = job('ask-for-reset', z.object({ sealedAddress: z.base64() }))

export const startPasswordResetRequests = (services: Services) =>
  workInSteps(services, requestPasswordResetJob, (_steps, { sealedAddress }) =>
    sendReset(services, services.keys.unseal(Buffer.from(sealedAddress, 'base64')).toString()),
  )

/** The account of the address is looked up only here, long after the page has responded. */
async function sendReset(services: Services, emailAddress: string) {
  const account = await inTransaction(services.db, {}, (tx) => findAccountByAddress({ tx }, emailAddress))
  if (!account) return
  await inTransaction(services.db, { key: account.id }, async (tx) => {
    const member = await services.directory.findActor(tx, account.id)
    if (!member?.id) return
    await rebind(tx, member.organisationId)
    await audit(workerContext(services, member.organisationId, tx), 'tenantMemberPasswordReset', { subjectId: member.id })
    await services.directory.queueMail({ tx, services, organisationId: member.organisationId }, { memberId: member.id, kind: 'reset' })
  })
}
