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

/** A client that, for an address with several hosts, connects to the host that can be written to. The driver itself takes one host. */
export class DatabaseClient extends pg.Client {
  readonly #address: string

  constructor(config: pg.ClientConfig & { connectionString: string }) {
    super({ ...config, connectionString: addressesOf(config.connectionString)[0]! })
    this.#address = config.connectionString
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
    if (addressesOf(this.#address).length > 1) Object.assign(this, await findWritableHost(this.#address))
    return super.connect()
  }
}

type Host = { host: string; port: number }
const found = new Map<string, Promise<Host>>()

/** Connections that are opened at the same time share one search. */
function findWritableHost(address: string) {
  const known = found.get(address)
  if (known) return known
  const finding = Promise.any(addressesOf(address).map(checkHost)).catch((failure: AggregateError) => {
    // A server that answers, but only reads, says more than one that is away.
    throw failure.errors.find((error: { code?: string }) => error.code === readOnlyCode) ?? failure
  })
  found.set(address, finding)
  setTimeout(() => found.delete(address), waits.kept).unref()
  return finding
}

async function checkHost(connectionString: string): Promise<Host> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: waits.host, query_timeout: waits.host })
  client.on('error', () => {}) // the query that needs the connection reports the error
  try {
    await client.connect()
    await requireWritable(client)
    return { host: client.host, port: client.port }
  } finally {
    client.end().catch(() => {})
  }
}
