import type pg from 'pg'

import type { AuditEventType } from '#domain/audit-events.ts'
import { verifyAudit } from '#server/audit/audit.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { systemOrganisationId } from '#server/platform/context.ts'
import { DatabaseClient } from '#server/platform/database-client.sql.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { findConflicts, findMissingQueues, findMissingRight, findOrganisation, readVersion } from './check-move.sql.ts'
import {
  advanceSequences,
  bindTo,
  copyTable,
  deleteRows,
  findBrokenReferences,
  findMovedTables,
  type MovedTable,
  restTriggers,
  sumOfTable,
} from './copy-rows.sql.ts'
import {
  deleteJobs,
  findMove,
  forgetMove,
  putJobs,
  reopenOrganisation,
  shutOrganisation,
  takenJobs,
  whileOnlyMoving,
} from './shut-organisation.sql.ts'

/** One of the two installations. `ownerUrl`: an address whose role may read and write every organisation. */
export type Installation = { services: Services; ownerUrl: string }

export type Move = {
  source: Installation
  target: Installation
  organisationId: string
  /** Where patients and users find the organisation afterwards, such as `https://forms.example`. */
  newOrigin: string
  say: (line: string) => void
  /** How long work under way is awaited, in milliseconds. */
  waitMs?: number
}

/** What was moved. */
export type Moved = { name: string; tables: number; rows: number; jobs: number }

/**
 * Moves an organisation with everything it has to another installation, and deletes it here once it is complete there. Meanwhile its calls are answered
 * with 503, in both installations. Continues a move that was interrupted.
 *
 * @throws Error with words for the operator. Unless they say otherwise, the organisation goes on working where it was.
 */
export const moveOrganisation = (move: Move): Promise<Moved> =>
  withBoth(move, async (clients) => {
    const { organisationId, newOrigin, say } = move
    const begun = await findMove(clients.source, organisationId)
    if (begun === null) throw new Error('This organisation was moved to another installation already')
    if (begun && begun.newOrigin !== newOrigin)
      throw new Error(`The move that was begun leads to ${begun.newOrigin}. Use this address, or --cancel`)
    const organisation = await findOrganisation(clients.source, organisationId)
    if (!organisation) throw new Error('There is no organisation with this id')
    const tables = await findMovedTables(clients.source)

    if (!(begun && (await findOrganisation(clients.target, organisationId)))) {
      if (begun) say('Continuing the move that was interrupted')
      else {
        await refuseUnready(move, clients)
        await refuseBrokenLog(move)
        await shutOrganisation(clients.source, move)
      }
      say(`${organisation.name} answers no calls from now on`)
      await copyOrReopen(move, clients, tables)
    }
    say('Verifying the audit log in the other installation')
    const verified = await verifyAudit(move.target.services, { organisationId })
    if (verified.broken.length > 0)
      throw new Error(
        'The audit log is not whole in the other installation, so nothing is deleted here. The organisation works there. Run npm run audit:verify there',
      )
    return { name: organisation.name, ...(await leave(move, clients, tables)) }
  })

/** Gives up a move that was interrupted before the organisation was complete in the other installation. */
export const cancelMove = (move: Move): Promise<void> =>
  withBoth(move, async ({ source, target }) => {
    if (!(await findMove(source, move.organisationId))) throw new Error('No move of this organisation is under way')
    if (await findOrganisation(target, move.organisationId))
      throw new Error('The organisation is complete in the other installation. Run the command without --cancel to end the move')
    await reopenOrganisation(source, move.organisationId)
  })

type Clients = { source: pg.Client; target: pg.Client }

async function withBoth<T>({ source, target }: Move, work: (clients: Clients) => Promise<T>): Promise<T> {
  const [here, there] = [source, target].map(
    ({ ownerUrl }) => new DatabaseClient({ connectionString: ownerUrl, options: '-c timezone=UTC -c datestyle=ISO' }),
  ) as [DatabaseClient, DatabaseClient]
  try {
    await here.connect()
    await there.connect()
    return await whileOnlyMoving(here, () => work({ source: here, target: there }))
  } finally {
    await Promise.allSettled([here.end(), there.end()])
  }
}

/** Throws unless everything is ready. Changes nothing. */
async function refuseUnready({ source, target, organisationId }: Move, clients: Clients) {
  const refuse = (problem: string | undefined | false) => {
    if (problem) throw new Error(`${problem}. Nothing was moved`)
  }
  refuse(organisationId === systemOrganisationId && 'The organisation of the system administrators cannot be moved')
  refuse((await findMissingRight(clients.source)) ?? (await findMissingRight(clients.target)))
  refuse((await readVersion(clients.source)) !== (await readVersion(clients.target)) && 'The two installations are not of the same version')
  refuse(
    !source.services.keys.derive('same installation').equals(target.services.keys.derive('same installation')) &&
      'The other installation has other keys, so links of patients would not open there. Give a new installation these keys with --prepare, before its first start',
  )
  const queues = await findMissingQueues(clients.source, clients.target)
  refuse(queues.length > 0 && `The other installation lacks the job queues ${queues.join(', ')}. Start it once`)
  refuse((await findConflicts(clients.source, clients.target, organisationId)).join('. '))
}

/** A log that is not whole would be found so in the other installation, when the organisation works there already. */
async function refuseBrokenLog({ source, organisationId, say }: Move) {
  say('Verifying the audit log')
  const { broken } = await verifyAudit(source.services, { organisationId })
  if (broken.length > 0) throw new Error('The audit log of the organisation is not whole. Run npm run audit:verify. Nothing was moved')
}

/** Copies, and lets the organisation work here again if that fails. */
async function copyOrReopen(move: Move, clients: Clients, tables: readonly MovedTable[]) {
  const { organisationId } = move
  let isCommitting = false
  try {
    await copy(move, clients, tables, () => (isCommitting = true))
  } catch (error) {
    if (isCommitting)
      throw new Error('The connection was lost while the move was confirmed. The organisation answers no calls. Run the command again', {
        cause: error,
      })
    await clients.target.query('rollback').catch(() => {}) // a lost connection has rolled back
    await clients.source.query('rollback').catch(() => {})
    try {
      await reopenOrganisation(clients.source, organisationId)
    } catch {
      const reason = (error as Error).message // thrown here or by the driver
      throw new Error(`${reason}. The organisation answers no calls: run the command again, or with --cancel`, { cause: error })
    }
    throw error
  }
}

async function copy(move: Move, { source, target }: Clients, tables: readonly MovedTable[], onCommit: () => void) {
  const { organisationId, say } = move
  // Again, because a move that was interrupted may be continued days later.
  await refuseUnready(move, { source, target })
  await source.query('begin isolation level repeatable read read only')
  await target.query('begin')
  for (const client of [source, target]) await bindTo(client, organisationId)
  await restTriggers(target)
  await forgetMove(target, organisationId)
  for (const table of tables) await copyTable(source, target, table)
  // Compared when all are there, because the rows of an account are found through the users.
  for (const table of tables) {
    const [here, there] = [await sumOfTable(source, table), await sumOfTable(target, table)]
    if (here.rows !== there.rows || here.sum !== there.sum)
      throw new Error(`The rows of ${table.name} are not the same in the other installation`)
    if (here.rows > 0) say(`  ${table.name}: ${here.rows.toLocaleString('en-GB')}`)
  }
  const broken = await findBrokenReferences(target, tables)
  if (broken.length > 0) throw new Error(`Rows refer to others that were not moved: ${broken.join(', ')}`)
  await advanceSequences(target, tables)
  await putJobs(
    target,
    (await takenJobs(source, organisationId)).map(({ job }) => job),
  )
  await source.query('commit')
  onCommit()
  await target.query('commit')
}

/** Deletes the organisation here, and notes the move in both audit logs. */
async function leave(
  { source: here, target: there, organisationId, newOrigin, say }: Move,
  { source }: Clients,
  tables: readonly MovedTable[],
) {
  await record(there, organisationId, 'tenantMovedHere', organisationId, { from: here.services.config.PUBLIC_URL })
  say('Deleting the organisation here')
  const jobs = (await takenJobs(source, organisationId)).length
  await source.query('begin')
  await bindTo(source, organisationId)
  await restTriggers(source)
  const rows = await deleteRows(source, tables, organisationId)
  await source.query('commit')
  await deleteJobs(source, organisationId)
  await record(here, systemOrganisationId, 'tenantMovedAway', organisationId, { to: newOrigin })
  return { tables: tables.length, rows, jobs }
}

const record = (
  { services }: Installation,
  organisationId: string,
  event: AuditEventType,
  subjectId: string,
  detail: Record<string, unknown>,
) => inOrganisation(services.db, organisationId, (tx) => audit(workerContext(services, organisationId, tx), event, { subjectId, detail }))
