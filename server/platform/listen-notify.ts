import type pg from 'pg'
import type { Logger } from 'pino'

import { DatabaseClient } from './database-client.sql.ts'

const timing = { firstRetryMs: 250, longestRetryMs: 2_000, checkEveryMs: 10_000, timeoutMs: 5_000 }

type Subscription = {
  url: string
  channel: string
  log: Logger
  onPayload: (payload: string) => void
  /** Called after each successful LISTEN, because notifications may have been missed before it. */
  onListening: () => void
}

/** Receives the notifications of one PostgreSQL channel on its own connection, and reconnects when the connection is lost. */
export function listenTo({ url, channel, log, onPayload, onListening }: Subscription) {
  let current: pg.Client | undefined
  let isClosed = false
  let retries = 0
  let retryTimer: NodeJS.Timeout | undefined
  let checkTimer: NodeJS.Timeout | undefined

  function reconnectAfter(lost: pg.Client) {
    if (current !== lost) return
    current = undefined
    clearInterval(checkTimer)
    lost.end().catch(() => {}) // the connection is already closed
    if (isClosed) return
    // A random delay, so that not all processes reconnect at the same moment.
    const delayMs = Math.min(timing.longestRetryMs, timing.firstRetryMs * 2 ** retries++) * (0.5 + Math.random() / 2)
    retryTimer = setTimeout(() => void connect(), delayMs)
    retryTimer.unref()
  }

  async function connect() {
    const client = new DatabaseClient({
      connectionString: url,
      options: '-c role=formward_app',
      keepAlive: true,
      connectionTimeoutMillis: timing.timeoutMs,
      query_timeout: timing.timeoutMs,
    })
    current = client
    // Never removed: a closed connection may still report an error, and an error without a listener ends the process.
    client.on('error', () => reconnectAfter(client))
    client.on('end', () => reconnectAfter(client))
    client.on('notification', ({ payload }) => payload && onPayload(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      log.warn({ channel, error: (error as Error).name, code: (error as { code?: string }).code }, 'cannot listen for notifications')
      return reconnectAfter(client)
    }
    if (current !== client) return
    retries = 0
    checkTimer = setInterval(() => void check(client), timing.checkEveryMs)
    checkTimer.unref()
    onListening()
  }

  /** Detects a connection that the network dropped silently, and a session that lost its LISTEN. */
  async function check(client: pg.Client) {
    const isListening = await client.query('select from pg_listening_channels() as name where name = $1', [channel]).then(
      ({ rowCount }) => rowCount === 1,
      () => false,
    )
    if (!isListening) reconnectAfter(client)
  }

  const ready = connect()
  return {
    /** Resolves after the first attempt to listen, also when that attempt failed. */
    ready,
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      clearInterval(checkTimer)
      await ready
      await current?.end()
    },
  }
}
