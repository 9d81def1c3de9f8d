import pg from 'pg'

import { addressesOf } from './database-address.ts'

/** In milliseconds: how long each host may take to answer, and how long its answer is used for further connections. */
const waits = { host: 3_000, kept: 1_000 }

/** SQLSTATE read_only_sql_transaction (PostgreSQL appendix A). */
export const readOnlyCode = '25006'

/** A server that cannot be written to: a standby, or a primary that is being replaced. */
export const readOnlyError = () => Object.assign(new Error('The database can only be read'), { code: readOnlyCode })

/** Throws if the server of this connection can only be read. */
export async function requireWritable(client: pg.ClientBase) {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`,
  )
  if (rows[0]!.isReadOnly) throw readOnlyError()
}

const notStandbyCode = 'not_a_standby'
export const notStandbyError = () => Object.assign(new Error('The server is not a standby'), { code: notStandbyCode })

/** Throws unless the server of this connection is a standby. */
async function requireStandby(client: pg.ClientBase) {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
  if (!rows[0]!.isStandby) throw notStandbyError()
}

/**
 * A client that, for an address with several hosts, connects to the host that can be written to. The driver itself takes one host.
 *
 * A connection may break at any moment, also in the moment in which it is opened, and Node ends a process for an 'error' event that nobody listens to. So
 * each client listens from the beginning. No failure is hidden: the running query, or the next one, fails with it.
 */
export class DatabaseClient extends pg.Client {
  readonly #address: string
  /** Throws for a host of several that is not the right one. */
  protected readonly requireHost: RequireHost = requireWritable

  constructor(config: pg.ClientConfig & { connectionString: string }) {
    super({ ...config, connectionString: addressesOf(config.connectionString)[0]! })
    this.#address = config.connectionString
    this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void) {
    if (!callback) return this.#connect()
    void this.#callBack(callback as (error?: Error) => void) // the pool calls it without an error when the client is connected
    return undefined
  }

  async #callBack(callback: (error?: Error) => void) {
    try {
      await this.#connect()
    } catch (error) {
      return callback(error as Error) // the driver throws nothing else
    }
    callback()
  }

  async #connect() {
    if (addressesOf(this.#address).length > 1) Object.assign(this, await findHost(this.#address, this.requireHost))
    return super.connect()
  }
}

/** A client that, for an address with several hosts, connects to a standby. */
export class StandbyClient extends DatabaseClient {
  protected override readonly requireHost: RequireHost = requireStandby
}

type RequireHost = (client: pg.ClientBase) => Promise<void>
type Host = { host: string; port: number }
const found = new Map<RequireHost, Map<string, Promise<Host>>>()

/** Connections that are opened at the same time share one search. */
function findHost(address: string, requireHost: RequireHost) {
  const ofKind = found.get(requireHost) ?? new Map<string, Promise<Host>>()
  found.set(requireHost, ofKind)
  const known = ofKind.get(address)
  if (known) return known
  const checking = addressesOf(address).map((one) => checkHost(one, requireHost))
  const finding = Promise.any(checking).catch((failure: AggregateError) => {
    // A server that answers, but is the wrong one, says more than one that is away.
    throw failure.errors.find(({ code }: { code?: string }) => code === readOnlyCode || code === notStandbyCode) ?? failure
  })
  ofKind.set(address, finding)
  setTimeout(() => ofKind.delete(address), waits.kept).unref()
  return finding
}

async function checkHost(connectionString: string, requireHost: RequireHost): Promise<Host> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: waits.host, query_timeout: waits.host })
  client.on('error', () => {}) // the query that needs the connection reports the error
  try {
    await client.connect()
    await requireHost(client)
    return { host: client.host, port: client.port }
  } finally {
    client.end().catch(() => {})
  }
}
