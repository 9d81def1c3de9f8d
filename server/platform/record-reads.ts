import { isDatabaseUnavailable } from './database-problem.ts'
import type { Database } from './database.ts'
import { insertReads, type ReadEvent } from './record-reads.sql.ts'

/** A page of a list names up to 200 patients in its event, so that a statement stays below a megabyte. */
const mostTogether = 100

/** Data exceptions and violated constraints (PostgreSQL appendix A, classes 22 and 23). */
const isOfData = (error: unknown) => /^2[23]/.test((error as { code?: string } | undefined)?.code ?? '')

type Waiting = { event: ReadEvent; done: PromiseWithResolvers<void> }

export type ReadRecorder = ReturnType<typeof createReadRecorder>

/**
 * Writes the audit events of calls that only read. Events of one organisation that come while a statement is under way are written together by the
 * next one, so many calls at once share a statement and its commit (docs/decisions/0066-what-every-call-asks.md).
 */
export function createReadRecorder(db: Database) {
  const waiting = new Map<string, Waiting[]>()

  async function writeAll(organisationId: string, events: Waiting[]) {
    while (events.length > 0) await write(organisationId, events.splice(0, mostTogether))
    waiting.delete(organisationId)
  }

  async function write(organisationId: string, events: Waiting[], isAgain = false): Promise<void> {
    try {
      await insertReads(
        db,
        organisationId,
        events.map(({ event }) => event),
      )
      for (const { done } of events) done.resolve()
    } catch (error) {
      // One event that cannot be written must refuse its own call only.
      if (events.length > 1 && isOfData(error)) for (const one of events) await write(organisationId, [one])
      // One connection that is lost must not refuse the calls of a whole ward. An event that is in the log twice misleads nobody.
      else if (!isAgain && isDatabaseUnavailable(error)) await write(organisationId, events, true)
      else for (const { done } of events) done.reject(error)
    }
  }

  return {
    /** Resolves when the event is committed. The caller shows nothing before that. */
    record(organisationId: string, event: ReadEvent): Promise<void> {
      const done = Promise.withResolvers<void>()
      const events = waiting.get(organisationId)
      if (events) events.push({ event, done })
      else {
        const first = [{ event, done }]
        waiting.set(organisationId, first)
        void writeAll(organisationId, first)
      }
      return done.promise
    },
  }
}
