import { timingSafeEqual } from 'node:crypto'

import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FastifyInstance } from 'fastify'

import { migrationNames } from '#database/migrate.ts'

import { findLastCheck } from './audit-checks.sql.ts'
import { systemOrganisationId } from './context.ts'
import { inOrganisation } from './database.ts'
import type { Floor } from './floor.ts'
import { Problem } from './problem.ts'

/** Whether this process should get traffic (RUN-6): the database answers and has the migrations this code was written for. */
async function isReady({ db }: Floor) {
  const newest = (await migrationNames()).at(-1)
  const { rows } = await db.pool.query<{ name: string }>('select name from public.kysely_migration order by name desc limit 1')
  return rows[0]?.name === newest
}

/** /health/live and /health/ready for whoever asks; /metrics for who holds METRICS_TOKEN. None holds personal data. */
export function serveHealth(app: FastifyInstance, floor: Floor) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  measureAudit(floor, registry)
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/health/live', async () => ({ live: true }))
  app.get('/health/ready', async (_request, reply) => {
    const ready = await isReady(floor).catch(() => false)
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayMeasure(floor.config.METRICS_TOKEN, request.headers.authorization)) throw new Problem('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Without a token nobody may: how busy which route is tells a stranger what to attack, and when. */
function mayMeasure(token: string | undefined, authorization = '') {
  if (token === undefined) return false
  const [expected, shown] = [Buffer.from(`Bearer ${token}`), Buffer.from(authorization)]
  return expected.length === shown.length && timingSafeEqual(expected, shown)
}

/** What the last nightly reading of the audit log found, whichever process did it: something to wake somebody for. */
function measureAudit({ db }: Floor, registry: Registry) {
  const lastCheck = () => inOrganisation(db, systemOrganisationId, (tx) => findLastCheck({ tx })).catch(() => undefined)
  const seen = new Gauge({ name: 'audit_checked_timestamp_seconds', help: 'When the audit log was last read whole', registers: [] })
  const broken = new Gauge({
    name: 'audit_broken_lanes',
    help: 'Lanes of the audit log in which something was altered or is missing',
    registers: [],
    async collect() {
      const last = await lastCheck()
      if (!last) return
      this.set(last.broken_lanes)
      seen.set(Date.parse(last.at) / 1000)
    },
  })
  // In this order: what the first finds the second shows.
  registry.registerMetric(broken)
  registry.registerMetric(seen)
}
