import { hasLocalAccounts, signOutEverywhere } from '#server/identity/identity.ts'
import { listOrganisationIds, organisationIdOf } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { findAccountHolders } from './members.sql.ts'

/** Everybody, the users of the organisation with this ODS code, or the user with this email address. */
export type Whose = { everybody: true } | { odsCode: string } | { emailAddress: string }

/**
 * Signs users out of every device at once, tokens already issued included, for the operator of the server after an incident. Their passwords,
 * factors and unused links stay. One transaction for each organisation: a command that was ended in between can be given again. Answers the
 * number of users. Throws `not_found` if there is no such organisation or user, and `conflict` if the accounts are at another provider.
 */
export async function endSessionsOfUsers(services: Services, whose: Whose): Promise<number> {
  if (!hasLocalAccounts(services.config))
    throw new Problem(
      'conflict',
      'The accounts are at your identity provider: end the sessions there. Formward refuses a token as soon as it has expired.',
    )
  const emailAddress = 'emailAddress' in whose ? whose.emailAddress : undefined
  let users = 0
  for (const organisationId of await organisationsOf(services, whose))
    users += await inOrganisation(services.db, organisationId, async (tx) => {
      const ctx = workerContext(services, organisationId, tx)
      const found = await findAccountHolders(ctx, emailAddress)
      for (const { id, subject } of found) {
        await signOutEverywhere(ctx, subject)
        await audit(ctx, 'userSignedOutEverywhere', { subjectId: id })
      }
      return found.length
    })
  if (users === 0 && !('everybody' in whose)) throw new Problem('not_found', 'No user was found: check the email address or ODS code.')
  return users
}

const organisationsOf = ({ db }: Services, whose: Whose) =>
  inOrganisation(db, systemOrganisationId, async (tx) => {
    if (!('odsCode' in whose)) return [systemOrganisationId, ...(await listOrganisationIds({ tx }))]
    const id = await organisationIdOf({ tx }, whose.odsCode)
    return id === undefined ? [] : [id]
  })
