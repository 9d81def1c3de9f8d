import { createHash } from 'node:crypto'

import { SpanKind } from '@opentelemetry/api'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type CompiledQuery, type DatabaseConnection } from 'kysely'
import pg from 'pg'

import { createChangePublisher, type ChangePublisher } from './changes.sql.ts'
import { readOnlyCode } from './database-client.sql.ts'
import { filterByOrganisation, valuesFor } from './name-organisation.sql.ts'
import { openApplicationPool, openPool, openStandbyPool } from './pool.ts'
import { systemOrganisationId } from './system-organisation.ts'
import { traced } from './tracing.ts'
import type { Tables } from './tables.ts'

export type Tx = Kysely<Tables>
/** `directUrl`: the address of PostgreSQL itself where `url` is that of a connection pooler, for the connections that listen. */
export type Database = { pool: pg.Pool; url: string; directUrl: string; changes: ChangePublisher }

/**
 * What a transaction is bound to: an organisation, a key (a subject or token hash) for a look-up before the organisation is known, and the
 * member whose wards limit the rows.
 */
export type Binding = {
  organisationId?: string
  key?: string
  memberId?: string
  /** PostgreSQL refuses every write of the transaction. */
  isReadOnly?: boolean
}

const { builtins } = pg.types
const asIs = (text: string) => text
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.DATE]: asIs, // a date has no time zone, so it stays text
  [builtins.TIMESTAMPTZ]: (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`, // sessions run in UTC: '2026-11-21 03:36:00.1+00'
  [builtins.INT8]: Number, // counts and identities stay far below 2^53
}
const defaultParser = pg.types.getTypeParser as (oid: number, format?: string) => unknown // the types of the library list the known oids only
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: string) =>
    (format !== 'binary' && parsers[oid]) || defaultParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

const poolConfig = { pipeline: true, types }
const limits = { statement_timeout: '60s', idle_in_transaction_session_timeout: '60s' }

/** Connections with the role of the application. */
export function openDatabase(url: string, { max = 10, directUrl = url } = {}): Database {
  // Fails instead of waiting for ever when every connection is in use.
  const pool = openApplicationPool({ ...poolConfig, connectionString: url, max, connectionTimeoutMillis: 10_000 }, limits)
  return { pool, url, directUrl, changes: createChangePublisher(pool) }
}

/**
 * One connection with the role of the owner, for a command of the operator that removes what the application must not. Row-level security binds the
 * owner too.
 */
export function openOwnerDatabase(url: string): Database {
  const pool = openPool({ ...poolConfig, connectionString: url, max: 1, options: '-c timezone=UTC' })
  return { pool, url, directUrl: url, changes: createChangePublisher(pool) }
}

/** Connections to a standby. A standby whose network is gone ends its queries after the time in which PostgreSQL would have ended them. */
export function openStandbyDatabase(url: string, max: number): Database {
  const waits = { connectionTimeoutMillis: 3_000, query_timeout: 65_000 }
  const pool = openStandbyPool({ ...poolConfig, ...waits, connectionString: url, max }, limits)
  return { pool, url, directUrl: url, changes: createChangePublisher(pool) }
}

/**
 * Runs `work` in a transaction that is bound to an organisation, key or member. Commits if `work` returns, rolls back if it throws. Only
 * `sendAlone` reads rows in another way.
 */
export const inTransaction = <T>(db: Database, binding: Binding, work: (tx: Tx) => Promise<T>): Promise<T> =>
  traced('transaction', SpanKind.CLIENT, { 'db.system.name': 'postgresql' }, () => runTransaction(db, binding, work))

async function runTransaction<T>(db: Database, binding: Binding, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.pool.connect()
  const sendTogether = corking(client)
  let broken: Error | undefined
  const failures: unknown[] = []
  // A client that lost its connection between two queries does not go back into the pool.
  const lose = (error: Error) => (broken = error)
  client.on('error', lose)
  const hearing = db.changes.hear(client)
  try {
    // Sent without waiting, so that begin, bind and the first query of `work` need one round trip.
    sendTogether()
    const begun = client.query(binding.isReadOnly ? 'begin read only' : 'begin')
    const bound = bind(client, binding)
    const opened = Promise.allSettled([begun, bound])
    try {
      const result = await work(transactionOf(client, failures, sendTogether, binding))
      await throwFirst(opened)
      const { command } = await client.query('commit')
      // A statement failed that nobody waited for.
      if (command === 'ROLLBACK') throw failures[0] ?? new Error('The transaction was rolled back instead of committed')
      db.changes.tell(hearing.changes)
      return result
    } catch (error) {
      await throwFirst(opened)
      throw error
    }
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure))
    // When queries are sent together, the first that fails has the reason. A later one may reject earlier, with the code of an aborted
    // transaction.
    const reason = isAfterFailure(error) ? (failures[0] ?? error) : error
    if (!isReadOnlyFailure(reason)) throw reason
    if (binding.isReadOnly) throw mistake(reason)
    // The server has become a standby. Its connections would stay in the pool for as long as they are in use.
    broken = reason
    throw reason
  } finally {
    client.off('error', lose)
    hearing.stop()
    client.release(broken)
  }
}

export const inOrganisation = <T>(db: Database, organisationId: string, work: (tx: Tx) => Promise<T>) =>
  inTransaction(db, { organisationId }, work)

/**
 * Sends a statement that binds its own transaction, such as a call of a function, with nothing around it: one round trip. For what is asked at
 * every call. `name`: under which it is prepared.
 */
export async function sendAlone<Row>(db: Database, statement: Statement): Promise<Row[]> {
  return (await db.pool.query<Row & object>(statement)).rows
}

const known = new WeakMap<Tx, Map<string, Promise<unknown>>>()

/** What holds as long as a transaction is bound to the same organisation and member, found once and not at each question. */
export function onceWhileBound<T>(tx: Tx, name: string, find: () => Promise<T>): Promise<T> {
  const ofThis = known.get(tx) ?? new Map<string, Promise<unknown>>()
  known.set(tx, ofThis)
  const found = ofThis.get(name) ?? find()
  ofThis.set(name, found)
  return found as Promise<T>
}

/** Binds a running transaction to another organisation, for example when a system administrator acts in it. */
export async function rebind(tx: Tx, organisationId: string) {
  known.delete(tx)
  await tx.executeQuery({
    sql: "select set_config('app.organisation_id', $1, true), enter_organisation($1)",
    parameters: [organisationId],
    query: { kind: 'RawNode' } as CompiledQuery['query'],
    queryId: { queryId: 'rebind' },
  })
  // Only now: a statement that was begun before this one goes out before it, and has to name the organisation that is still bound.
  bindings.set(tx, { organisationId })
}

/** Limits a running transaction to the wards of a member, for work that the worker does for that member (MEM-4). */
export async function limitToWardsOf(tx: Tx, memberId: string) {
  known.delete(tx)
  await tx.executeQuery({
    sql: "select set_config('app.member_id', $1, true)",
    parameters: [memberId],
    query: { kind: 'RawNode' } as CompiledQuery['query'],
    queryId: { queryId: 'limit' },
  })
}

/** `query_timeout`: in milliseconds. */
type Statement = { name: string; text: string; values: unknown[]; query_timeout?: number }
type Send = (statement: Statement) => Promise<pg.QueryResult>
const senders = new WeakMap<Tx, Send>()
const bindings = new WeakMap<Tx, Pick<Binding, 'organisationId'>>()

/**
 * Whether a transaction is bound to one organisation, which its statements then name. A transaction that is bound to a key has no organisation yet,
 * and one of the organisation of the system may read rows of others where a policy allows it.
 */
export function isBoundToOrganisation(tx: Tx) {
  const { organisationId = '' } = bindings.get(tx) ?? {}
  return organisationId !== '' && organisationId !== systemOrganisationId
}

/**
 * Sends a statement of a transaction before this function returns, so that what is sent afterwards runs after it, the commit too. A caller who does
 * not wait for the result may ignore its promise: a transaction of which a statement has failed throws that failure instead of committing.
 */
export function sendNow(tx: Tx, statement: Statement) {
  const sent = senders.get(tx)!(statement)
  sent.catch(() => {})
  return sent
}

/** Makes one write to the socket of all statements that are sent in the same turn of the event loop. To be called before each. */
function corking(client: pg.PoolClient) {
  const { stream } = client.connection
  let isCorked = false
  return () => {
    if (isCorked) return
    isCorked = true
    stream.cork()
    setImmediate(() => {
      isCorked = false
      stream.uncork()
    })
  }
}

/**
 * A transaction that may write enters its organisation (database/migrations/0091-moved-organisations.sql). One that only reads does not: its audit event
 * does.
 */
const bind = (client: pg.PoolClient, { organisationId = '', key = '', memberId = '', isReadOnly = false }: Binding) =>
  client.query({
    ...(isReadOnly
      ? {
          name: 'bind to read',
          text: "select set_config('app.organisation_id', $1, true), set_config('app.key', $2, true), set_config('app.member_id', $3, true)",
        }
      : {
          name: 'bind',
          text: "select set_config('app.organisation_id', $1, true), set_config('app.key', $2, true), set_config('app.member_id', $3, true), enter_organisation($1)",
        }),
    values: [organisationId, key, memberId],
  })

const isReadOnlyFailure = (error: unknown): error is Error => (error as { code?: string } | undefined)?.code === readOnlyCode

/** Not a server that is away: our own code asked for a transaction that only reads. */
const mistake = (cause: Error) => new Error('A transaction that may only read tried to write', { cause })

/** in_failed_sql_transaction (PostgreSQL appendix A). */
const isAfterFailure = (error: unknown) => (error as { code?: string } | undefined)?.code === '25P02'

async function throwFirst(settled: Promise<PromiseSettledResult<unknown>[]>) {
  for (const one of await settled) if (one.status === 'rejected') throw one.reason
}

const statementNames = new Map<string, string>()
/** The name under which a statement of this text is prepared on each connection. */
export function nameOf(sql: string) {
  let name = statementNames.get(sql)
  if (!name) {
    if (statementNames.size > 5_000) statementNames.clear() // the names are a hash of the text, so they can be computed again
    name = createHash('sha256').update(sql).digest('base64url').slice(0, 24)
    statementNames.set(sql, name)
  }
  return name
}

/** A query builder over one client that is already inside its transaction. */
function transactionOf(client: pg.PoolClient, failures: unknown[], sendTogether: () => void, binding: Binding): Tx {
  const send: Send = ({ values, ...statement }) => {
    sendTogether()
    const sent = client.query({ ...statement, values: valuesFor(bindings.get(tx)?.organisationId ?? '', values) })
    sent.catch((error: unknown) => failures.push(error))
    return sent
  }
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      const { rows, rowCount } = await send({ name: nameOf(sql), text: sql, values: parameters as unknown[] })
      return { rows: rows as R[], ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
    },
    // oxlint-disable-next-line require-yield -- long reads go by keyset, never by an open cursor
    async *streamQuery() {
      throw new Error('Streaming inside a transaction is not supported: read by keyset')
    },
  }
  const nothing = async () => {}
  const tx: Tx = new Kysely<Tables>({
    plugins: [filterByOrganisation(() => isBoundToOrganisation(tx))],
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        destroy: nothing,
      }),
    },
  })
  senders.set(tx, send)
  bindings.set(tx, binding)
  return tx
}
