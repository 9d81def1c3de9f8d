import { createHash } from 'node:crypto'

import { listOrganisationIds } from '#server/organisations/organisations.ts'
import { inTransaction } from '#server/platform/database.ts'
import { type Steps, workerContext } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { findLanes, readCheckpoints } from './chain.sql.ts'
import { digestText } from './event-hash.ts'

const batch = 5_000

/**
 * The digest that `verifyAudit` of the whole log answers, made of the signatures alone: for a log whose parts were verified by several processes.
 * `until`: microseconds since 1970.
 */
export async function digestOfAll(services: Services, until: string, signal: AbortSignal) {
  // Only a transaction that cannot write reads the log of an organisation that is being moved. Without it the digest would be of another log.
  const readIn =
    (organisationId: string): Steps['step'] =>
    (work) =>
      inTransaction(services.db, { organisationId, isReadOnly: true }, (tx) => work(workerContext(services, organisationId, tx)))
  const ids = [systemOrganisationId, ...(await readIn(systemOrganisationId)(listOrganisationIds))]
  const sum = createHash('sha256')
  for (const id of ids.toSorted()) {
    const read = readIn(id)
    for (const lane of await read(findLanes))
      for (let after: number | undefined = 0; after !== undefined;) {
        signal.throwIfAborted()
        const from: number = after
        const checkpoints = await read((ctx) => readCheckpoints(ctx, lane, from, null, batch))
        for (const { at, signature } of checkpoints) if (BigInt(at) <= BigInt(until)) sum.update(signature)
        after = checkpoints.length === batch ? checkpoints.at(-1)?.seq : undefined
      }
  }
  return digestText({ until, scope: 'all', sum: sum.digest('base64url') })
}
