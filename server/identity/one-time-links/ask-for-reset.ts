import { foldAddress } from '#server/identity/fold-address.ts'
import { countInWindow } from '#server/identity/throttle/throttle.sql.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { networkOf } from '#server/platform/network.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { requestPasswordResetJob } from './ask-for-reset.job.ts'

/** The limits within the window: from one network, and for one address. */
const windowMinutes = 10
const most = { fromNetwork: 30, forAddress: 3 }

/**
 * "Forgot password": the same response after the same work, whether the address has an account or not. After too many requests for one
 * address no more emails are sent, without saying so.
 */
export async function requestPasswordReset(services: Services, { emailAddress, address }: { emailAddress: string; address: string }) {
  const { db, keys } = services
  return inTransaction(db, {}, async (tx) => {
    const fromNetwork = await countInWindow({ tx }, keys.sign('reset-from', networkOf(address)), windowMinutes)
    if (fromNetwork > most.fromNetwork) return 'too many'
    const forAddress = await countInWindow({ tx }, keys.sign('reset-for', foldAddress(emailAddress)), windowMinutes)
    const sealedAddress = keys.seal(Buffer.from(emailAddress)).toString('base64')
    if (forAddress <= most.forAddress)
      await enqueue({ tx, services, organisationId: systemOrganisationId }, requestPasswordResetJob, { sealedAddress })
    return 'asked'
  })
}
