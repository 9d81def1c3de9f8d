import { findAccountByAddress } from '#server/identity/accounts.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { inTransaction, rebind } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Services } from '#server/platform/services.ts'

import { makeLink } from './make-link.ts'

/**
 * A new link with which the user of the emergency account sets a password. With LOCAL_SIGN_IN=off no page sends one, so the operator of the server runs
 * this. The old password works until the link is used.
 */
export async function makeEmergencyLink(services: Services) {
  const { db, config, directory } = services
  const emailAddress = config.BREAK_GLASS_ACCOUNT
  if (emailAddress === undefined) throw new Problem('conflict', 'BREAK_GLASS_ACCOUNT: expects the email address of the emergency account')
  const noUser = new Problem('not_found', `There is no user with the email address ${emailAddress}`)
  const account = await inTransaction(db, {}, (tx) => findAccountByAddress({ tx }, emailAddress))
  if (!account) throw noUser
  return inTransaction(db, { key: account.id }, async (tx) => {
    const member = await directory.findActor(tx, account.id)
    if (!member?.id) throw noUser
    await rebind(tx, member.organisationId)
    await audit(workerContext(services, member.organisationId, tx), 'tenantMemberPasswordReset', { subjectId: member.id })
    return { emailAddress, address: await makeLink({ tx, services }, account.id, 'reset') }
  })
}
