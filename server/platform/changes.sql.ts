import type pg from 'pg'

/** Where processes tell each other which form requests have changed: `organisation id,id`, or the organisation alone for too many to name. */
export const changesChannel = 'requests_changed'
/** The triggers in database/migrations/0011-worklist.sql say what changed as notices with this code. */
const noticeCode = 'FW001'
const most = 40
/** Milliseconds in which changes are gathered; after a notification that did not get through. */
const waits = { together: 100, afterFailure: 1_000 }

/** What one statement changed in one organisation; more than can be named are many. */
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
 * Tells every process what this one has committed. Not by a trigger in the transaction itself: PostgreSQL lets transactions that notify commit
 * only one after the other, each with its own wait for the disk (docs/decisions/0022).
 */
export function createChangePublisher(pool: pg.Pool) {
  let waiting: Changes = new Map()
  let timer: NodeJS.Timeout | undefined

  async function send() {
    timer = undefined
    const told = waiting
    waiting = new Map()
    const payloads = [...told].map(([organisationId, ids]) => (ids === 'many' ? organisationId : `${organisationId} ${[...ids].join(',')}`))
    await pool
      .query({
        name: 'tell changes',
        // Nothing is lost with it that the disk would have to keep: so no other commit waits for this one's.
        text: "select set_config('synchronous_commit', 'off', true), pg_notify($2, payload) from unnest($1::text[]) as payload",
        values: [payloads, changesChannel],
      })
      .catch(() => {
        for (const [organisationId, ids] of told) addChange(waiting, organisationId, ids === 'many' ? ids : [...ids], most)
        timer ??= setTimeout(() => void send(), waits.afterFailure)
      })
  }
  return {
    /** What the statements of a transaction say that they changed. */
    hear(client: pg.PoolClient) {
      const changes: Change[] = []
      const note = ({ code, message }: { code?: string | undefined; message?: string | undefined }) => {
        if (code === noticeCode && message !== undefined) changes.push(readChange(message))
      }
      client.on('notice', note)
      return { changes, stop: () => void client.off('notice', note) }
    },
    /** To be called once they are committed. */
    tell(changes: readonly Change[]) {
      for (const { organisationId, ids } of changes) if (ids.length > 0) addChange(waiting, organisationId, ids, most)
      if (waiting.size > 0) timer ??= setTimeout(() => void send(), waits.together)
    },
    async close() {
      clearTimeout(timer)
      if (waiting.size > 0) await send()
      clearTimeout(timer)
    },
  }
}
export type ChangePublisher = ReturnType<typeof createChangePublisher>
