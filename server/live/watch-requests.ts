import { Readable } from 'node:stream'

import type { ChangedRequests } from '#contract/live.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { Problem } from '#server/platform/problem.ts'

import type { Hub } from './open-hub.ts'
import { visibleTo } from './visible-requests.sql.ts'

/**
 * Milliseconds: what happens in between two events is told together; how often somebody is asked for again; how often a silent stream says that
 * it is there; how long a reader may take nothing, and may take to hear of the end.
 */
const waits = { together: 300, stillIn: 3_000, heartbeat: 15_000, slowest: 60_000, goodbye: 1_000 }

type Watch = {
  hub: Hub
  db: Database
  actor: Actor & { id: string }
  /** Who this is now; undefined when they may no longer watch. Throws when nobody can say. */
  stillIn: () => Promise<Actor | undefined>
}

/** What a member sees change, as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), until they leave, are signed out or the server stops. */
export function watchRequests({ hub, db, actor, stillIn }: Watch): Readable {
  let now: Actor = actor
  let isWanted = true
  let isTelling = false
  let isOver = false
  let lastTaken = Date.now()
  const timers = new Set<NodeJS.Timeout>()
  const stream = new Readable({
    encoding: 'utf8',
    read() {
      isWanted = true
      lastTaken = Date.now()
      void tell()
    },
    destroy(error, done) {
      isOver = true
      for (const timer of timers) clearInterval(timer)
      watching.leave()
      done(error)
    },
  })
  const say = (text: string) => {
    if (!isOver) isWanted = stream.push(text)
  }
  function end() {
    if (isOver) return
    isOver = true
    watching.leave()
    stream.push(null)
    // Who takes nothing would not hear of the end either.
    setTimeout(() => stream.destroy(), waits.goodbye).unref()
  }
  const watching = hub.watch({ organisationId: actor.organisationId, memberId: actor.id, onChange: () => void tell(), close: end })

  /** One at a time; what comes meanwhile waits for the next, and never grows beyond what the hub keeps of it. */
  async function tell() {
    if (isTelling || isOver || !isWanted || !watching.hasChanges()) return
    isTelling = true
    const changed = watching.take()!
    try {
      const ids = changed === 'many' ? null : await visibleTo(db, now, [...changed])
      if (ids === null || ids.length > 0) say(`data: ${JSON.stringify({ ids } satisfies ChangedRequests)}\n\n`)
    } catch {
      watching.putBack()
    }
    setTimeout(() => {
      isTelling = false
      void tell()
    }, waits.together).unref()
  }

  async function askAgain() {
    try {
      const found = await stillIn()
      if (found) now = found
      else end()
    } catch (error) {
      // The database or the provider is away: nothing is told meanwhile, and they are asked again. Another refusal is meant for them.
      if (error instanceof Problem && error.code !== 'unavailable') end()
    }
  }

  timers.add(setInterval(() => void askAgain(), waits.stillIn))
  timers.add(
    setInterval(() => {
      if (isWanted) say(': still here\n\n')
      // Whoever takes nothing holds a connection and nothing else; at some point not that either.
      else if (Date.now() - lastTaken > waits.slowest) stream.destroy(new Error('A reader took nothing'))
    }, waits.heartbeat),
  )
  say('retry: 2000\n\n')
  return stream
}
