import pg from 'pg'
import type { Logger } from 'pino'

import { changesChannel, readChange, type Change } from '#server/platform/changes.sql.ts'

/** Milliseconds: until the first try to connect again and between later ones, and how often an idle connection is asked whether it is still one. */
const waits = { first: 250, longest: 2_000, asked: 15_000, patience: 5_000 }

type Feed = { url: string; log: Logger; onChange: (change: Change) => void; /** something may have been missed */ onGap: () => void }

/** What all processes tell, heard on one connection of this one's own, which comes back by itself when the database was away. */
export function followChanges({ url, log, onChange, onGap }: Feed) {
  let current: pg.Client | undefined
  let isOver = false
  let tries = 0
  let timer: NodeJS.Timeout | undefined

  async function connect() {
    const client = new pg.Client({
      connectionString: url,
      options: '-c role=formward_app',
      keepAlive: true,
      connectionTimeoutMillis: waits.patience,
      query_timeout: waits.patience,
    })
    current = client
    const lose = () => {
      if (current !== client) return
      current = undefined
      client.end().catch(() => {}) // it is gone already
      if (isOver) return
      // Not all processes at the same moment.
      timer = setTimeout(() => void connect(), Math.min(waits.longest, waits.first * 2 ** tries++) * (0.5 + Math.random() / 2))
      timer.unref()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload }) => payload && onChange(readChange(payload)))
    try {
      await client.connect()
      await client.query(`listen ${changesChannel}`)
    } catch (error) {
      log.warn({ error: (error as Error).name, code: (error as { code?: string }).code }, 'changes cannot be followed')
      return lose()
    }
    tries = 0
    onGap()
  }

  // A connection that a network has dropped without a word is noticed by asking.
  const asking = setInterval(() => void current?.query('select 1').catch(() => current?.emit('error', new Error('No answer'))), waits.asked)
  asking.unref()
  const ready = connect()
  return {
    /** Settles when the first connection listens, or could not be made. */
    ready,
    async close() {
      isOver = true
      clearInterval(asking)
      clearTimeout(timer)
      await ready
      await current?.end()
    },
  }
}
