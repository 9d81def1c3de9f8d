import { z } from 'zod'

import { findAccountByAddress } from '#server/identity/accounts.sql.ts'
import { findActor } from '#server/members/find-actor.ts'
import { queueMemberMail } from '#server/members/mail/queue-member-mail.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { inTransaction, rebind } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { job, workerContext, workInSteps } from '#server/platform/jobs.ts'

/** The address is sealed: most of those that are typed here are nobody's, and the queue keeps its jobs for a while. */
export const askForResetJob = job('ask-for-reset', z.object({ sealedAddress: z.base64() }))

export const startAskingForResets = (services: Services) =>
  workInSteps(services, askForResetJob, (_steps, { sealedAddress }) =>
    sendReset(services, services.keys.unseal(Buffer.from(sealedAddress, 'base64')).toString()),
  )

/** Only here is it looked up whose address it is: the page that asked has answered long before. */
async function sendReset(services: Services, emailAddress: string) {
  const account = await inTransaction(services.db, {}, (tx) => findAccountByAddress({ tx }, emailAddress))
  if (!account) return
  await inTransaction(services.db, { key: account.id }, async (tx) => {
    const holder = await findActor(tx, account.id)
    if (!holder?.id) return
    await rebind(tx, holder.organisationId)
    await audit(workerContext(services, holder.organisationId, tx), 'tenantMemberPasswordReset', { subjectId: holder.id })
    await queueMemberMail({ tx, services, organisationId: holder.organisationId }, { memberId: holder.id, kind: 'reset' })
  })
}
