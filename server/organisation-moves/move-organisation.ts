import { randomUUID } from 'node:crypto'

import type pg from 'pg'

import type { AuditEventType } from '#domain/audit-events.ts'
import { verifyAudit } from '#server/audit/audit.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { DatabaseClient } from '#server/platform/database-client.sql.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { announceMove, giveUpMove, lockArrival, setArrived } from './arrival.sql.ts'
import { findConflicts, findMissingQueues, findMissingRight, findOrganisation, hasRecorded, readVersion } from './check-move.sql.ts'
import {
  advanceSequences,
  bindTo,
  copyTable,
  findBrokenReferences,
  findMovedTables,
  type MovedTable,
  sumOfTable,
  switchTriggersOff,
} from './copy-rows.sql.ts'
import { deleteRows } from './delete-rows.sql.ts'
import { inOwnTransaction } from './run-statement.sql.ts'
import {
  deleteDeparture,
  deleteJobs,
  findDeparture,
  insertJobs,
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

type Clients = { source: pg.Client; target: pg.Client }
/** A move that began. */
type Begun = Move & { moveId: string; name: string; tables: readonly MovedTable[] }

/**
 * Moves an organisation with everything it has to another installation, and deletes it here once it is complete there. Meanwhile its calls are answered
 * with 503. Continues a move that was interrupted.
 *
 * @throws Error with words for the operator. Unless they say otherwise, the organisation goes on working where it was.
 */
export const moveOrganisation = (move: Move): Promise<Moved> =>
  withBoth(move, async (clients) => {
    const { organisationId, newOrigin, say } = move
    const departure = await findOpenDeparture(clients, organisationId)
    if (departure && departure.newOrigin !== newOrigin)
      throw new Error(`The move that was begun leads to ${departure.newOrigin}. Use this address, or --cancel`)
    const organisation = await findOrganisation(clients.source, organisationId)
    if (!organisation) throw new Error('There is no organisation with this id')
    const begun: Begun = {
      ...move,
      name: organisation.name,
      moveId: departure?.moveId ?? randomUUID(),
      tables: await findMovedTables(clients.source),
    }
    if (departure) say('Continuing the move that was interrupted')
    else await begin(begun, clients)
    say(`${organisation.name} answers no calls from now on`)
    await copyOrReopen(begun, clients)
    say('Verifying the audit log in the other installation')
    const { broken } = await verifyAudit(move.target.services, { organisationId })
    if (broken.length > 0)
      throw new Error(
        'The audit log is not whole in the other installation, so nothing is deleted here. The organisation works there. Run npm run audit:verify there',
      )
    return deleteHere(begun, clients)
  })

/** The move that was interrupted. One that was given up before the organisation could be reopened here is ended first. */
async function findOpenDeparture({ source, target }: Clients, organisationId: string) {
  const departure = await findDeparture(source, organisationId)
  if (departure?.state === 'moved') throw new Error('This organisation was moved to another installation already')
  if (departure && (await lockArrival(target, organisationId, departure.moveId)) === 'given up') {
    await reopenOrganisation(source, organisationId)
    return undefined
  }
  return departure
}

/** Gives up a move that was interrupted before the organisation was complete in the other installation. */
export const cancelMove = (move: Omit<Move, 'newOrigin'>): Promise<void> =>
  withBoth(move, async ({ source, target }) => {
    const { organisationId } = move
    const departure = await findDeparture(source, organisationId)
    if (departure?.state !== 'moving') throw new Error('No move of this organisation is under way')
    const { moveId } = departure
    if (!(await giveUpMove(target, organisationId, moveId)))
      throw new Error(
        (await lockArrival(target, organisationId, moveId)) === 'arrived'
          ? 'The organisation is complete in the other installation. Run the command without --cancel to end the move'
          : wrongTarget,
      )
    await reopenOrganisation(source, organisationId)
  })

const wrongTarget =
  'The database of the other installation is not the one with which the move began. Nothing was changed, and the organisation answers no calls'

async function withBoth<T>({ source, target }: Pick<Move, 'source' | 'target'>, work: (clients: Clients) => Promise<T>): Promise<T> {
  // A transaction waits for the other database for as long as it takes.
  const options = '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
  const [here, there] = [source, target].map(({ ownerUrl }) => new DatabaseClient({ connectionString: ownerUrl, options })) as [
    DatabaseClient,
    DatabaseClient,
  ]
  try {
    await here.connect()
    await there.connect()
    // First: a role without them sees no organisation.
    const problem = (await findMissingRight(here)) ?? (await findMissingRight(there))
    if (problem) throw new Error(problem)
    return await whileOnlyMoving(here, () => whileOnlyMoving(there, () => work({ source: here, target: there })))
  } finally {
    await Promise.allSettled([here.end(), there.end()])
  }
}

/** Checks everything, and shuts the organisation. */
async function begin(move: Begun, clients: Clients) {
  const { organisationId, moveId, newOrigin, waitMs, say } = move
  await requireReady(move, clients)
  say('Verifying the audit log')
  // A log that is not whole would be found so in the other installation, when the organisation works there already.
  const { broken } = await verifyAudit(move.source.services, { organisationId })
  if (broken.length > 0) throw new Error('The audit log of the organisation is not whole. Run npm run audit:verify. Nothing was moved')
  await announceMove(clients.target, organisationId, moveId)
  await shutOrganisation(clients.source, { organisationId, moveId, newOrigin, waitMs })
}

/** Throws unless everything is ready. Changes nothing. */
async function requireReady({ source, target, organisationId }: Move, clients: Clients) {
  const refuse = (problem: string | undefined | false) => {
    if (problem) throw new Error(`${problem}. Nothing was moved`)
  }
  refuse(organisationId === systemOrganisationId && 'The organisation of the system administrators cannot be moved')
  refuse((await readVersion(clients.source)) !== (await readVersion(clients.target)) && 'The two installations are not of the same version')
  refuse(!haveSameKeys(source, target) && otherKeys)
  const queues = await findMissingQueues(clients.source, clients.target)
  refuse(queues.length > 0 && `The other installation lacks the job queues ${queues.join(', ')}. Start it once`)
  refuse((await findConflicts(clients.source, clients.target, organisationId)).join('. '))
}

const otherKeys =
  'The other installation has other keys, so links of patients would not open there. Give a new installation these keys with --prepare, before its first start'

function haveSameKeys(source: Installation, target: Installation) {
  const [here, there] = [source, target].map(({ services }) => services.keys.derive('same installation')) as [Buffer, Buffer]
  return here.equals(there)
}

/** Copies unless everything is there already. If that fails, the organisation works here again. */
async function copyOrReopen(move: Begun, clients: Clients) {
  const { organisationId, moveId } = move
  const progress = { isCommitting: false }
  try {
    await inOwnTransaction(clients.target, async () => {
      const arrival = await lockArrival(clients.target, organisationId, moveId)
      if (arrival === 'arrived') return
      if (arrival !== 'announced') throw new WrongTarget(wrongTarget)
      await inOwnTransaction(clients.source, () => copy(move, clients), { isSnapshot: true })
      progress.isCommitting = true
    })
  } catch (error) {
    if (error instanceof WrongTarget) throw error
    const reason = (error as Error).message // thrown here or by the driver
    if (progress.isCommitting)
      throw new Error(`${reason}. It is not known whether the organisation has arrived, and it answers no calls. Run the command again`, {
        cause: error,
      })
    try {
      if (!(await giveUpMove(clients.target, organisationId, moveId))) throw error
      await reopenOrganisation(clients.source, organisationId)
    } catch {
      throw new Error(`${reason}. The organisation answers no calls: run the command again, or with --cancel`, { cause: error })
    }
    throw error
  }
}

class WrongTarget extends Error {}

/** Copies rows and jobs, and compares them. */
async function copy(move: Begun, { source, target }: Clients) {
  const { organisationId, tables, say } = move
  // Again, because a move that was interrupted may be continued days later.
  await requireReady(move, { source, target })
  await deleteDeparture(target, organisationId)
  for (const client of [source, target]) await bindTo(client, organisationId)
  await switchTriggersOff(target)
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
  await insertJobs(target, await takenJobs(source, organisationId))
  await setArrived(target, organisationId)
}

/** Notes the move in both audit logs, and deletes the organisation here. */
async function deleteHere(move: Begun, { source, target }: Clients): Promise<Moved> {
  const { source: here, target: there, organisationId, moveId, newOrigin, name, tables, say } = move
  const detail = { move: moveId, from: here.services.config.PUBLIC_URL, to: newOrigin }
  if (!(await hasRecorded(target, organisationId, 'tenantMovedHere', moveId)))
    await record(there, organisationId, 'tenantMovedHere', organisationId, detail)
  if (!(await hasRecorded(source, systemOrganisationId, 'tenantMovedAway', moveId)))
    await record(here, systemOrganisationId, 'tenantMovedAway', organisationId, detail)
  say('Deleting the organisation here')
  return inOwnTransaction(source, async () => {
    await bindTo(source, organisationId)
    await switchTriggersOff(source)
    const jobs = (await takenJobs(source, organisationId)).length
    await deleteJobs(source, organisationId)
    return { name, tables: tables.length, rows: await deleteRows(source, tables, organisationId), jobs }
  })
}

const record = (
  { services }: Installation,
  organisationId: string,
  event: AuditEventType,
  subjectId: string,
  detail: Record<string, unknown>,
) => inOrganisation(services.db, organisationId, (tx) => audit(workerContext(services, organisationId, tx), event, { subjectId, detail }))
