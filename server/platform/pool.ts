import pg from 'pg'

import { requireWritable, DatabaseClient } from './database-client.sql.ts'
import { checkApplication } from './connection-checks.sql.ts'

type PoolConfig = Omit<pg.PoolConfig, 'Client' | 'onConnect' | 'connectionString'> & { connectionString: string }

/** A pool with the rights of an address, for the owner of the tables. Each new connection is refused unless its server can be written to. */
export const openPool = (config: PoolConfig) => openCheckedPool(config, requireWritable)

/**
 * A pool with the role of the application, which owns nothing and has only the privileges that it was granted. Each new connection is refused
 * unless it has no more rights than that, because a pooler in between may drop the options. `settings` are further ones of the session.
 */
export const openApplicationPool = (config: Omit<PoolConfig, 'options'>, settings: Record<string, string> = {}) =>
  openCheckedPool({ ...config, options: optionsOf({ ...applicationSettings, ...settings }) }, checkApplication)

const applicationSettings = { role: 'formward_app', timezone: 'UTC' }

const optionsOf = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/**
 * A pool whose connections may break at any moment without ending the process. The pool listens to idle clients only, and Node ends a process
 * for an 'error' event that nobody listens to. No failure is hidden: the running query, or the next one, fails with it.
 */
function openCheckedPool(config: PoolConfig, check: (client: pg.ClientBase) => Promise<void>): pg.Pool {
  // The types of the library know neither that the pool passes its options to the client, nor that it waits for the check.
  const Client = DatabaseClient as unknown as new () => pg.ClientBase
  const pool = new pg.Pool({ ...config, Client, onConnect: (client) => check(client) as unknown as void })
  pool.on('error', () => {})
  // Emitted once for each new connection, before the pool stops listening to it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
