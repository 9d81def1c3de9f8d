import { setTimeout as sleep } from 'node:timers/promises'

import { isDatabaseUnavailable } from './database-problem.ts'
import { lookForDueWork } from './due-work.sql.ts'
import { describeError } from './errors.ts'
import type { Services } from './services.ts'

type OrderEvents = (organisationIds: readonly string[]) => Promise<void>

/** Each process that works looks once for all of its queues. */
const looking = new WeakMap<Services['boss'], { orderEvents?: OrderEvents }>()

/** Until the next look: soon while there is work, less often while there is none. */
const nextLookMs = { busy: 1_000, idle: 5_000 }

/**
 * Looks for jobs and events that are due, as long as this process works. The queues are notified by the database.
 * @param orderEvents called with the organisations that have events to order, and not again before it has ended.
 */
export function keepLookingForWork(services: Services, orderEvents?: OrderEvents) {
  const known = looking.get(services.boss)
  const handlers = known ?? {}
  if (orderEvents) handlers.orderEvents = orderEvents
  if (known) return
  looking.set(services.boss, handlers)
  void lookUntilTheEnd(services, handlers)
}

async function lookUntilTheEnd({ db, log, config, ending }: Services, handlers: { orderEvents?: OrderEvents }) {
  let [waitMs, last, isOrdering] = [nextLookMs.busy, '', false]
  const report = (error: unknown) => {
    // Nothing is lost: the next look finds the same, and the loops of the queues ask by themselves every half hour.
    const level = ending.aborted ? 'debug' : isDatabaseUnavailable(error) ? 'warn' : 'error'
    log[level](describeError(error, config), 'look for due work')
  }
  /** Jobs do not wait for it. */
  const order = async (organisations: readonly string[]) => {
    isOrdering = true
    await handlers.orderEvents?.(organisations).catch(report)
    isOrdering = false
  }
  for (;;) {
    await sleep(waitMs, undefined, { signal: ending, ref: false }).catch(() => {}) // the process is ending
    if (ending.aborted) return
    waitMs = nextLookMs.idle
    try {
      const { organisations, found } = await lookForDueWork(db)
      if (organisations.length > 0 && !isOrdering) void order(organisations)
      // The same organisations again: one whose events cannot be ordered is not tried every second.
      if (found || organisations.join() !== last) waitMs = nextLookMs.busy
      last = organisations.join()
    } catch (error) {
      report(error)
    }
  }
}
