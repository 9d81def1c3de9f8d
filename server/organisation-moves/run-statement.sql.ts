import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, type RawBuilder } from 'kysely'
import type pg from 'pg'

/** Compiles statements for connections that no pool of the application has. It runs none. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The text of a statement without parameters, whose names are quoted. */
export const textOf = (statement: RawBuilder<unknown>) => statement.compile(compiler).sql

/** Runs a statement whose tables and columns were read from the catalogue. */
export function run<Row extends object>(client: pg.Client, statement: RawBuilder<Row>) {
  const { sql: text, parameters } = statement.compile(compiler)
  return client.query<Row>(text, [...parameters])
}

/** Runs `work` in a transaction of this connection. `isSnapshot`: it only reads, and sees everything as it was at the first statement. */
export async function inOwnTransaction<T>(client: pg.Client, work: () => Promise<T>, { isSnapshot = false } = {}): Promise<T> {
  await client.query(isSnapshot ? 'begin isolation level repeatable read read only' : 'begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a lost connection has rolled back
    throw error
  }
}
