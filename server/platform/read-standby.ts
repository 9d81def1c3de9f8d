import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from 'pino'
import { Counter } from 'prom-client'

import { UnsafeConnection } from './connection-checks.sql.ts'
import { type Actor, type Context, wardLimitOf } from './context.ts'
import { type Binding, type Database, inTransaction, openStandbyDatabase, type Tx } from './database.ts'
import { notStandbyError } from './database-client.sql.ts'
import { causeOf } from './errors.ts'
import { Problem } from './problem.ts'
import { findPosition, type LogPosition, readReplay } from './read-standby.sql.ts'
import type { Services } from './services.ts'

/** In milliseconds: how long the standby may take until it has replayed the log, the pauses in which it is asked, and how long it is then left alone. */
const limits = { call: 250, job: 500, measure: 1_000, firstPause: 1, longestPause: 20, rest: 2_000 }

/** Where a read was answered. `cause`: why not by the standby, as a SQLSTATE, an errno or a word. `problem`: words for the operator. */
type ReadOutcome = { answeredBy: 'standby' } | { answeredBy: 'primary'; cause: string; problem?: string }
type Report = (outcome: ReadOutcome) => void

export type ReadStandby = ReturnType<typeof openReadStandby>

/** A standby for reads that may be a moment old (OPS-5). Where it cannot answer in time, the caller asks the primary. */
export function openReadStandby(url: string, primary: Database, { max, report }: { max: number; report: Report }) {
  const db = openStandbyDatabase(url, max)
  let resting: { until: number; outcome: ReadOutcome } | undefined

  const close = () => db.pool.end()
  return {
    url,
    report,
    /**
     * Reads in a transaction of the standby that has everything the primary confirmed before. Undefined if the standby does not answer, is too far
     * behind or cancels a query. A refusal of `read` is thrown.
     */
    async read<T>(binding: Binding, waitMs: number, read: (tx: Tx) => Promise<T>): Promise<{ result: T } | undefined> {
      const leaveToPrimary = (outcome: ReadOutcome) => {
        report(outcome)
        return undefined
      }
      if (resting && Date.now() < resting.until) return leaveToPrimary(resting.outcome)
      const position = await findPosition(primary)
      if (!position) return undefined // the primary is asked, and says that it can only be read
      const [isCaughtUp, ending] = [Promise.withResolvers<void>(), new AbortController()]
      const replay = { cause: 'no_answer' }
      const reading = inTransaction(db, { ...binding, isReadOnly: true }, async (tx) => {
        await untilReplayed(tx, position, replay, ending.signal)
        isCaughtUp.resolve()
        return { result: await read(tx) }
      })
      reading.catch(() => {}) // it is awaited below, unless it is too late
      try {
        await Promise.race([isCaughtUp.promise, reading, failAfter(waitMs, replay, ending.signal)])
      } catch (error) {
        resting = { until: Date.now() + limits.rest, outcome: outcomeOf(error) }
        return leaveToPrimary(resting.outcome)
      } finally {
        ending.abort()
      }
      try {
        const found = await reading
        report({ answeredBy: 'standby' })
        return found
      } catch (error) {
        if (error instanceof Problem) throw error
        return leaveToPrimary(outcomeOf(error))
      }
    },
    /** How many bytes of the log the standby has not replayed. Undefined if it does not answer. */
    measureLag: () => Promise.race([measureLag(primary, db).catch(() => undefined), sleep(limits.measure, undefined, { ref: false })]),
    /** Throws words for the operator if a connection would weaken the isolation of organisations. A standby that is away may come later. */
    async refuseUnsafe() {
      try {
        const client = await db.pool.connect()
        client.release()
      } catch (error) {
        if (!(error instanceof UnsafeConnection)) return
        await close()
        throw error
      }
    },
    close,
  }
}

/** Throws with the cause when the time is over. */
async function failAfter(ms: number, replay: { cause: string }, signal: AbortSignal) {
  await sleep(ms, undefined, { signal })
  throw withCode(replay.cause)
}

/** Asks the standby until it has replayed the position. Throws if it never will, and when `signal` is aborted. */
async function untilReplayed(tx: Tx, position: LogPosition, replay: { cause: string }, signal: AbortSignal) {
  for (let pause = limits.firstPause; ; pause = Math.min(2 * pause, limits.longestPause)) {
    const bytesBehind = await readBytesBehind(tx, position)
    signal.throwIfAborted()
    if (bytesBehind === 0) return
    replay.cause = 'behind'
    await sleep(pause, undefined, { signal })
  }
}

async function readBytesBehind(tx: Tx, position: LogPosition) {
  const { isStandby, isSame, bytesBehind } = await readReplay(tx, position)
  if (!isStandby) throw notStandbyError()
  if (!isSame) throw withCode('another_history')
  return bytesBehind
}

async function measureLag(primary: Database, standby: Database) {
  const position = await findPosition(primary)
  return position && inTransaction(standby, { isReadOnly: true }, (tx) => readBytesBehind(tx, position))
}

const withCode = (code: string) => Object.assign(new Error('The standby is not used'), { code })

const outcomeOf = (error: unknown): ReadOutcome => ({
  answeredBy: 'primary',
  cause: causeOf(error) ?? (error instanceof Error ? error.name : 'unknown'),
  ...(error instanceof UnsafeConnection && { problem: error.message }),
})

export const standbyReads = new Counter({
  name: 'standby_reads_total',
  help: 'Reads that a standby may answer, by the server that answered (standby, primary)',
  labelNames: ['answered_by'],
  registers: [],
})

const logEveryMs = 60_000

/** Counts each read, and logs at most once a minute that the primary answers in place of the standby. */
export function reportReads(log: Logger): Report {
  // An alert compares the two, so both are there from the start.
  for (const server of ['standby', 'primary']) standbyReads.inc({ answered_by: server }, 0)
  let loggedAt = -logEveryMs
  return ({ answeredBy, ...why }) => {
    standbyReads.inc({ answered_by: answeredBy })
    if (answeredBy === 'standby' || performance.now() - loggedAt < logEveryMs) return
    loggedAt = performance.now()
    log.warn(why, 'the primary answers reads in place of the standby')
  }
}

/** Whose rows are read, and for whom. */
type Reader = { services: Services; organisationId: string; actor: Actor; during: 'call' | 'job' }

const contextOf = ({ services, organisationId, actor }: Reader, tx: Tx): Context => ({ tx, actor, organisationId, services })
const bindingOf = ({ organisationId, actor }: Reader) => ({ organisationId, memberId: wardLimitOf(actor) })

/** Reads on the standby. Undefined if there is none, or if the primary has to be asked. `read` may run again there, so it must not write. */
export const readOnStandby = async <T>(reader: Reader, read: (ctx: Context) => Promise<T>) =>
  reader.services.standby?.read(bindingOf(reader), limits[reader.during], (tx) => read(contextOf(reader, tx)))

/**
 * Reads on the standby, or else on the primary. `record` writes on the primary what the audit log has to tell of the read, before the result is
 * returned; in the transaction of the read if the primary answered.
 */
export async function readRecent<T>(
  reader: Reader,
  read: (ctx: Context) => Promise<T>,
  record?: (ctx: Context, result: T) => unknown,
): Promise<T> {
  const found = await readOnStandby(reader, read)
  if (found && !record) return found.result
  return inTransaction(reader.services.db, bindingOf(reader), async (tx) => {
    const ctx = contextOf(reader, tx)
    const result = found ? found.result : await read(ctx)
    await record?.(ctx, result)
    return result
  })
}
