import { timingSafeEqual } from 'node:crypto'

import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'

import { readMigrations } from '#database/migrations.ts'

import { findLastCheck, findLastWholeCheck } from './audit.sql.ts'
import { inOrganisation } from './database.ts'
import { reportUnavailable, unavailableCauses } from './errors.ts'
import type { Services } from './services.ts'
import { Problem } from './problem.ts'
import { countMigrations } from './readiness.sql.ts'
import { serviceMetrics } from './service-metrics.ts'
import { shareAnswer } from './share-answer.ts'
import { systemOrganisationId } from './system-organisation.ts'

/**
 * Whether this process should get traffic (RUN-6): it is not about to stop, and the database answers, can be written to, has disk space and has
 * every migration that this code needs. It may have more migrations, because old processes keep running during a rolling upgrade. Calls at the same time share one query, because
 * anyone may call.
 */
function readiness({ db, log, draining }: Pick<Services, 'db' | 'log' | 'draining'>) {
  const ask = shareAnswer(async () => {
    const names = (await readMigrations()).map(({ name }) => name)
    try {
      return (await countMigrations(db, names)) === names.length
    } catch (error) {
      reportUnavailable(error, log, '/health/ready')
      return false
    }
  })
  return async () => !draining.aborted && ask()
}

/**
 * /health/live and /health/ready are public. /metrics needs METRICS_TOKEN. None of them holds personal data. `metrics`: what features measure.
 */
export function serveHealth(app: FastifyInstance, services: Services, metrics: readonly Metric[]) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time in seconds, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  for (const metric of serviceMetrics(services)) registry.registerMetric(metric)
  measureAudit(services, registry)
  registry.registerMetric(unavailableCauses)
  for (const metric of metrics) registry.registerMetric(metric)
  const isReady = readiness(services)
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/health/live', async () => ({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const ready = await isReady()
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayMeasure(services.config.METRICS_TOKEN, request.headers.authorization)) throw new Problem('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Without a configured token nobody may read /metrics: the load of each route would help an attacker. */
function mayMeasure(token: string | undefined, authorization = '') {
  if (token === undefined) return false
  const [expected, shown] = [Buffer.from(`Bearer ${token}`), Buffer.from(authorization)]
  return expected.length === shown.length && timingSafeEqual(expected, shown)
}

/**
 * The result of the last nightly verification of the audit log, by any process. Meant for alerts. Without one there is no value: 0 would be a verification
 * in 1970. While the database is away the last value stays, so that an alert does not end and begin again.
 */
function measureAudit({ db }: Services, registry: Registry) {
  // Two gauges are collected at the same time, so they share one question.
  const lastCheck = shareAnswer(() => asked(() => inOrganisation(db, systemOrganisationId, (tx) => findLastCheck({ tx }))))
  const whole = new Gauge({
    name: 'audit_whole_checked_timestamp_seconds',
    help: 'When the whole audit log was last verified from its first event',
    registers: [],
    async collect() {
      const { isAnswered, last } = await asked(() => inOrganisation(db, systemOrganisationId, (tx) => findLastWholeCheck({ tx })))
      if (last) this.set(Date.parse(last.at) / 1000)
      else if (isAnswered) this.remove()
    },
  })
  const broken = new Gauge({
    name: 'audit_broken_lanes',
    help: 'Lanes of the audit log with an altered or missing event',
    registers: [],
    async collect() {
      const { isAnswered, last } = await lastCheck()
      if (last) this.set(last.broken_lanes)
      else if (isAnswered) this.remove()
    },
  })
  const seen = new Gauge({
    name: 'audit_checked_timestamp_seconds',
    help: 'When the audit log was last verified, from its first event or from where the verification before ended',
    registers: [],
    async collect() {
      const { isAnswered, last } = await lastCheck()
      if (last) this.set(Date.parse(last.at) / 1000)
      else if (isAnswered) this.remove()
    },
  })
  registry.registerMetric(broken)
  registry.registerMetric(seen)
  registry.registerMetric(whole)
}

const asked = async <T>(ask: () => Promise<T | undefined>) =>
  ask().then(
    (last) => ({ isAnswered: true, last }),
    () => ({ isAnswered: false, last: undefined }),
  )
