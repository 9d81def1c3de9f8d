import { countFromAddress } from '#server/identity/accounts.sql.ts'
import { networkOf } from '#server/identity/network-throttle.ts'
import { systemOrganisationId } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'
import { enqueue } from '#server/platform/jobs.ts'

import { askForResetJob } from './ask-for-reset.job.ts'

/** Within ten minutes: from one network, and for one address. */
const most = { fromNetwork: 30, forAddress: 3 }

/**
 * "I forgot my password": the same answer after the same work, whether anybody has this address or not. Asked too often for one address,
 * nothing more is sent there, and that is not said either.
 */
export async function askForReset(floor: Floor, { emailAddress, address }: { emailAddress: string; address: string }) {
  const { db, keys } = floor
  return inTransaction(db, {}, async (tx) => {
    const fromNetwork = await countFromAddress({ tx }, keys.sign('reset-from', networkOf(address)))
    if (fromNetwork > most.fromNetwork) return 'too many'
    const forAddress = await countFromAddress({ tx }, keys.sign('reset-for', emailAddress.toLowerCase()))
    const sealedAddress = keys.seal(Buffer.from(emailAddress)).toString('base64')
    if (forAddress <= most.forAddress) await enqueue({ tx, floor, organisationId: systemOrganisationId }, askForResetJob, { sealedAddress })
    return 'asked'
  })
}
