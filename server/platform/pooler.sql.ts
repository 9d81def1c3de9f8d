import type pg from 'pg'

import type { DatabaseAddresses } from '#database/roles.ts'

import { DatabaseClient } from './database-client.sql.ts'

const waitMs = 5_000

const directExpected = 'expects the address of PostgreSQL itself, not that of a connection pooler'

/** The lock of the migrations belongs to one connection of PostgreSQL. What the operator must change, in one line; undefined if nothing. */
export const findOwnerProblem = async (ownerUrl: string, { ownerUrl: asked }: Pick<DatabaseAddresses, 'ownerUrl'>) =>
  (await isPooled(ownerUrl)) ? `${asked === undefined ? 'DATABASE_DIRECT_URL' : 'DATABASE_OWNER_URL'}: ${directExpected}` : undefined

/**
 * What the operator must change about a connection pooler such as PgBouncer in front of the application, in one line; undefined if nothing.
 * LISTEN belongs to one connection of PostgreSQL, so it needs a direct address. Statements are prepared by name, which only some poolers carry
 * over to another connection.
 */
export async function findPoolerProblem({ url, directUrl }: Pick<DatabaseAddresses, 'url' | 'directUrl'>) {
  if (directUrl !== undefined && (await isPooled(directUrl))) return `DATABASE_DIRECT_URL: ${directExpected}`
  if (!(await isPooled(url))) return undefined
  if (directUrl === undefined)
    return 'DATABASE_DIRECT_URL: expects the address of PostgreSQL itself, for notifications, because DATABASE_URL is that of a connection pooler'
  return (await keepsStatements(url))
    ? undefined
    : 'DATABASE_URL: the connection pooler loses prepared statements. Use PgBouncer 1.21 or later with max_prepared_statements, or pool_mode=session'
}

/** A pooler gives its clients process ids of its own, so that it can find the connection that a client wants to cancel. */
const isPooled = (url: string) =>
  withClients(url, async (open) => {
    const client = await open()
    // The types of the library do not know the id that the server announced.
    return (await backendOf(client)) !== (client as pg.Client & { processID?: number }).processID
  })

/** Prepares a statement, has another client take the connection that a pooler would use next, and runs the statement again. */
const keepsStatements = (url: string) =>
  withClients(url, async (open) => {
    const [one, other] = [await open(), await open()]
    const prepared = { name: 'formward kept', text: 'select 1' }
    await one.query(prepared)
    await other.query('begin')
    await other.query('select 1')
    return one.query(prepared).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code === '26000' || error.code === '08P01') return false // invalid_sql_statement_name, or closed by the pooler
        throw error
      },
    )
  })

const backendOf = async (client: pg.Client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid

async function withClients<T>(url: string, work: (open: () => Promise<pg.Client>) => Promise<T>) {
  const clients: pg.Client[] = []
  const open = async () => {
    const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: waitMs, query_timeout: waitMs })
    clients.push(client)
    return client.connect()
  }
  try {
    return await work(open)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}
