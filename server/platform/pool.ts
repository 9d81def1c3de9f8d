import pg from 'pg'

import { requireWritable, DatabaseClient, StandbyClient } from './database-client.sql.ts'
import { checkApplication, checkStandby } from './connection-checks.sql.ts'

type PoolConfig = Omit<pg.PoolConfig, 'Client' | 'onConnect' | 'connectionString'> & { connectionString: string }

/** A pool with the rights of an address, for the owner of the tables. Each new connection is refused unless its server can be written to. */
export const openPool = (config: PoolConfig) => openCheckedPool(config, requireWritable)

/**
 * A pool with the role of the application, which owns nothing and has only the privileges that it was granted. Each new connection is refused
 * unless it has no more rights than that, because a pooler in between may drop the options. `settings` are further ones of the session.
 */
export const openApplicationPool = (config: Omit<PoolConfig, 'options'>, settings: Record<string, string> = {}) =>
  openCheckedPool({ ...config, options: optionsOf({ ...applicationSettings, ...settings }) }, checkApplication)

/** The same pool for a standby. Each new connection is refused unless its server is one. */
export const openStandbyPool = (config: Omit<PoolConfig, 'options'>, settings: Record<string, string>) =>
  openCheckedPool(
    // The server could be promoted while a connection is open.
    { ...config, options: optionsOf({ ...applicationSettings, ...settings, default_transaction_read_only: 'on' }) },
    checkStandby,
    StandbyClient,
  )

const applicationSettings = { role: 'formward_app', timezone: 'UTC' }

const optionsOf = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** The pool itself reports a lost idle connection as an 'error' event, for which Node would end the process. */
function openCheckedPool(config: PoolConfig, check: (client: pg.ClientBase) => Promise<void>, Checked = DatabaseClient): pg.Pool {
  // The types of the library know neither that the pool passes its options to the client, nor that it waits for the check.
  const Client = Checked as unknown as new () => pg.ClientBase
  const pool = new pg.Pool({ ...config, Client, onConnect: (client) => check(client) as unknown as void })
  pool.on('error', () => {})
  return pool
}
