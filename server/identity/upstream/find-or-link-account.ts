import { getValidFrom } from '#server/identity/accounts.sql.ts'
import { isBreakGlassAccount } from '#server/identity/local-accounts.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import type { UpstreamIdentity } from './upstream-client.ts'
import { findAccountByAddress, findLinkedAccount, insertLink } from './upstream-subjects.sql.ts'

/**
 * The account of an upstream sign-in: the linked one, or the first time that of the member who was invited with its verified address.
 * Undefined for everybody else: no account, member or role is created from upstream. Undefined for the emergency account too, also if it was linked
 * before it was named.
 */
export async function findOrLinkAccount(
  { db, config, directory }: Pick<Services, 'db' | 'config' | 'directory'>,
  arrival: UpstreamIdentity,
  from: string,
) {
  const { issuer, subject, verifiedEmail, amr } = arrival
  return inTransaction(db, {}, async (tx) => {
    let account = await findLinkedAccount(tx, issuer, subject)
    const isKnown = account !== undefined
    if (!account && verifiedEmail && !isBreakGlassAccount(config, verifiedEmail)) {
      const invited = await findAccountByAddress(tx, verifiedEmail)
      if (invited && (await insertLink(tx, issuer, subject, invited.id))) account = invited
    }
    if (!account?.is_active || isBreakGlassAccount(config, account.email_address)) return undefined
    const member = await directory.auditAs(tx, account.id, isKnown ? 'signInFederated' : 'tenantMemberLinked', { issuer, from, amr })
    return member && { accountId: account.id, validFrom: await getValidFrom({ tx }, account.id) }
  })
}
