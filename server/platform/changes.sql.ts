import type pg from 'pg'

/**
 * The channel on which processes announce changed form requests. The payload is `organisation id,id`, or the organisation alone when there
 * are too many ids.
 */
export const changesChannel = 'requests_changed'
/** The triggers in database/migrations/0011-worklist.sql report changes as notices with this code. */
const noticeCode = 'FW001'
const most = 40
/** In milliseconds: how long changes are collected before a notification, and the wait after a notification that failed. */
const waits = { together: 100, afterFailure: 1_000 }

/** The changes of one statement in one organisation. 'many' when there are too many ids to list. */
export type Change = { organisationId: string; ids: readonly string[] | 'many' }
export type Changes = Map<string, Set<string> | 'many'>

export function addChange(changes: Changes, organisationId: string, ids: readonly string[] | 'many', limit: number) {
  const known = changes.get(organisationId) ?? new Set()
  const all = ids === 'many' || known === 'many' ? 'many' : new Set([...known, ...ids])
  changes.set(organisationId, all !== 'many' && all.size > limit ? 'many' : all)
}

export function readChange(text: string): Change {
  const [organisationId = '', ids] = text.split(' ')
  return { organisationId, ids: ids === undefined ? 'many' : ids.split(',').filter(Boolean) }
}

/**
 * Announces committed changes to every process. A trigger inside the transaction cannot do this: PostgreSQL commits transactions that
 * notify one after the other, each with its own wait for the disk (docs/decisions/0022).
 */
export function createChangePublisher(pool: pg.Pool) {
  let waiting: Changes = new Map()
  let watcher: ((change: Change) => void) | undefined
  let timer: NodeJS.Timeout | undefined

  async function send() {
    timer = undefined
    const told = waiting
    waiting = new Map()
    const payloads = [...told].map(([organisationId, ids]) => (ids === 'many' ? organisationId : `${organisationId} ${[...ids].join(',')}`))
    await pool
      .query({
        name: 'tell changes',
        // The notification needs no durability, so this commit does not wait for the disk.
        text: "select set_config('synchronous_commit', 'off', true), pg_notify($2, payload) from unnest($1::text[]) as payload",
        values: [payloads, changesChannel],
      })
      .catch(() => {
        for (const [organisationId, ids] of told) addChange(waiting, organisationId, ids === 'many' ? ids : [...ids], most)
        timer ??= setTimeout(() => void send(), waits.afterFailure)
      })
  }
  return {
    /** Collects the changes that the statements of a transaction report. */
    hear(client: pg.PoolClient) {
      const changes: Change[] = []
      const note = ({ code, message }: { code?: string | undefined; message?: string | undefined }) => {
        if (code === noticeCode && message !== undefined) changes.push(readChange(message))
      }
      client.on('notice', note)
      return { changes, stop: () => void client.off('notice', note) }
    },
    /** Call after the commit. */
    tell(changes: readonly Change[]) {
      for (const change of changes) {
        if (change.ids.length > 0) addChange(waiting, change.organisationId, change.ids, most)
        watcher?.(change)
      }
      if (waiting.size > 0) timer ??= setTimeout(() => void send(), waits.together)
    },
    /** Calls this for each change that this process has committed. */
    watch(onChange: (change: Change) => void) {
      watcher = onChange
    },
    async close() {
      clearTimeout(timer)
      if (waiting.size > 0) await send()
      clearTimeout(timer)
    },
  }
}
export type ChangePublisher = ReturnType<typeof createChangePublisher>
