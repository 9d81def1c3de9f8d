import type { Logger } from 'pino'
import { Counter } from 'prom-client'

import type { Config } from '#server/config.ts'

import { UnsafeConnection } from './connection-checks.sql.ts'

/**
 * The fields of an unexpected error in the log: its class, its code (SQLSTATE or errno) and the place. The message may quote patient data,
 * so it is logged only in development, in tests and in a demonstration on localhost.
 */
export function describeError(thrown: unknown, { LOGS_ERROR_MESSAGES }: Pick<Config, 'LOGS_ERROR_MESSAGES'>) {
  if (!(thrown instanceof Error)) return { error: 'unknown' }
  const frames = thrown.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: thrown.name,
    code: causeOf(thrown),
    ...(LOGS_ERROR_MESSAGES && { message: thrown.message }),
    stack: frames?.slice(0, 12).map((line) => line.trim()),
  }
}

/** The SQLSTATE or errno of an error, or of the first cause that has one; undefined when none has. */
export function causeOf(thrown: unknown): string | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string') return code
    // Attempts on several addresses fail as one error without a code.
    if (error instanceof AggregateError) return causeOf(error.errors[0])
  }
  return undefined
}

/** Counts the 503 responses of this process by SQLSTATE or errno, for /metrics. */
export const unavailableCauses = new Counter({
  name: 'unavailable_total',
  help: 'Responses with status 503, by cause (SQLSTATE or errno)',
  labelNames: ['cause'],
  registers: [],
})

const logEveryMs = 1_000
const lastLogged = new Map<string, number>()

/** Counts every 503 response, and logs each cause at most once a second. */
export function reportUnavailable(thrown: unknown, log: Logger, route: string | undefined) {
  const cause = causeOf(thrown) ?? (thrown instanceof Error ? thrown.name : 'unknown')
  unavailableCauses.inc({ cause })
  const now = Date.now()
  if (now - (lastLogged.get(cause) ?? 0) < logEveryMs) return
  lastLogged.set(cause, now)
  // Words for the operator, which quote no data.
  log.warn({ cause, route, ...(thrown instanceof UnsafeConnection && { problem: thrown.message }) }, 'unavailable')
}
