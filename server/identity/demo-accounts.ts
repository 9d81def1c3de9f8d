import { dateOf } from '#domain/moments.ts'
import { endOfGrace } from '#domain/sign-in-rules.ts'
import { setSecondFactor } from '#server/organisations/organisations.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { setDemoAccountsActive } from './accounts.sql.ts'
import { endSessions } from './identity.ts'

/**
 * Opens the demo accounts while DEMO is on, and closes them while it is off, because their password is public. A closed account has no
 * valid password, passkey, link, session or token, and earlier ones stay invalid when it is opened again. System administrators need no
 * second factor in a demonstration, and have the usual time to set one up after it.
 */
export async function enableOrDisableDemoAccounts({ db, config, log }: Pick<Services, 'db' | 'config' | 'log'>) {
  const changed = await inTransaction(db, { organisationId: systemOrganisationId }, async (tx) => {
    const accounts = await setDemoAccountsActive({ tx }, config.DEMO)
    if (!config.DEMO) for (const { id } of accounts) await endSessions({ tx }, id)
    if (!config.DEMO && accounts.length > 0)
      await setSecondFactor({ tx, organisationId: systemOrganisationId }, endOfGrace(dateOf(new Date())))
    return accounts.length
  })
  if (changed > 0) log.info({ accounts: changed }, config.DEMO ? 'demo accounts opened' : 'demo accounts closed, because DEMO is off')
}
