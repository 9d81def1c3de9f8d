import { Gauge, type Metric } from 'prom-client'

import type { Services } from './services.ts'
import { standbyReads } from './read-standby.ts'
import { countStandbys, measureQueues } from './service-metrics.sql.ts'
import { shareAnswer } from './share-answer.ts'

/**
 * What /metrics tells of the queue, the connections of this process and the database, for alerts (OPS-7). While the database is away, only the
 * connections and `database_writable` are told.
 */
export const serviceMetrics = (services: Pick<Services, 'db' | 'standby'>): Metric[] => [
  ...poolMetrics(services), // first, so that the questions of the others are not counted
  ...queueMetrics(services),
  ...databaseMetrics(services),
  ...standbyMetrics(services),
]

function queueMetrics({ db }: Pick<Services, 'db'>): Metric[] {
  const measure = shared(() => measureQueues(db))
  return [
    new Gauge({
      name: 'jobs',
      help: 'Jobs by queue and state (ready: due and not started; active: running; failed: given up), as counted in the last minute',
      labelNames: ['queue', 'state'],
      registers: [],
      async collect() {
        const queues = (await measure()) ?? []
        this.reset()
        for (const { queue, ...counts } of queues)
          for (const state of ['ready', 'active', 'failed'] as const) this.set({ queue, state }, counts[state])
      },
    }),
    new Gauge({
      name: 'next_due_job_age_seconds',
      help: 'How long the next job of a queue waits that is due; 0 if none waits',
      labelNames: ['queue'],
      registers: [],
      async collect() {
        const queues = (await measure()) ?? []
        this.reset()
        for (const { queue, oldestSeconds } of queues) this.set({ queue }, oldestSeconds)
      },
    }),
  ]
}

const poolMetrics = ({ db: { pool } }: Pick<Services, 'db'>): Metric[] => [
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process for calls and jobs, by state (used, idle)',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    },
  }),
  new Gauge({
    name: 'database_waiting_calls',
    help: 'Calls and jobs of this process that wait for a connection',
    registers: [],
    collect() {
      this.set(pool.waitingCount)
    },
  }),
]

function databaseMetrics({ db }: Pick<Services, 'db'>): Metric[] {
  const measure = shared(() => countStandbys(db))
  return [
    new Gauge({
      name: 'database_writable',
      help: '1 if this process reaches a database that can be written to, else 0',
      registers: [],
      async collect() {
        this.set((await measure()) === undefined ? 0 : 1)
      },
    }),
    new Gauge({
      name: 'database_standbys',
      help: 'Standbys that the primary sends its changes to',
      labelNames: [],
      registers: [],
      async collect() {
        const standbys = await measure()
        this.remove()
        if (standbys !== undefined) this.set(standbys)
      },
    }),
  ]
}

const standbyMetrics = ({ standby }: Pick<Services, 'standby'>): Metric[] => [
  standbyReads,
  new Gauge({
    name: 'read_standby_lag_bytes',
    help: 'Bytes of the write-ahead log that the standby for reads has not replayed; absent while it does not answer',
    labelNames: [],
    registers: [],
    async collect() {
      const lag = await standby?.measureLag()
      this.remove()
      if (lag !== undefined) this.set(lag)
    },
  }),
]

/** All metrics are collected at the same time, so those of one question share its answer. Undefined while the database is away. */
const shared = <T>(ask: () => Promise<T>) => shareAnswer(() => ask().catch(() => undefined))
