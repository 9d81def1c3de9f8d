import { z } from 'zod'

import { findAccountByAddress } from '#server/identity/accounts.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { inTransaction, rebind } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { job, workerContext, workInSteps } from '#server/platform/jobs.ts'

import { markNotified } from './throttle.sql.ts'

/** The address is encrypted: it may have no account, and the queue stores its jobs for a while. */
const Data = z.object({ sealedAddress: z.base64(), at: z.iso.datetime() })
export const notifyFailedSignInsJob = job('tell-of-failed-sign-ins', Data)

export const startNotifyingFailedSignIns = (services: Services) =>
  workInSteps(services, notifyFailedSignInsJob, (_steps, { sealedAddress, at }) =>
    notifyOwner(services, services.keys.unseal(Buffer.from(sealedAddress, 'base64')).toString(), at),
  )

/** The account of the address is looked up only here, after the page has responded. */
async function notifyOwner(services: Services, emailAddress: string, at: string) {
  const account = await inTransaction(services.db, {}, (tx) => findAccountByAddress({ tx }, emailAddress))
  if (!account) return
  await inTransaction(services.db, { key: account.id }, async (tx) => {
    const member = await services.directory.findActor(tx, account.id)
    if (!member?.id || !(await markNotified({ tx }, account.id))) return
    const { id: memberId, organisationId } = member
    await rebind(tx, organisationId)
    await audit(workerContext(services, organisationId, tx), 'signInFailuresTold', { subjectId: memberId })
    await services.directory.queueMail({ tx, services, organisationId }, { memberId, kind: 'signInsFailed', at })
  })
}
