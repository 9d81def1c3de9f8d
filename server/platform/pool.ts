import pg from 'pg'

/**
 * A pool whose connections may break at any moment without ending the process. The pool listens to idle clients only, and Node ends a process
 * for an 'error' event that nobody listens to. No failure is hidden: the running query, or the next one, fails with it.
 */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  // Emitted once for each new connection, before the pool stops listening to it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
