import { Readable } from 'node:stream'

import type { ChangedRequests } from '#contract/worklist.ts'
import { addChange, type Change, type Changes, changesChannel, readChange } from '#server/platform/changes.sql.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { listenTo } from '#server/platform/listen-notify.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Services } from '#server/platform/services.ts'

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

/** What of an organisation has changed, until it is taken. More than so many are not told one by one. */
const most = 200

type Watcher = { organisationId: string; memberId: string; changes: Changes; onChange: () => void; close: () => void }

/** Who may have so many windows open in different browsers; the oldest goes for the next one. */
const mostOfOne = 8
const mostOfAll = 2_000

/** Everybody who is watching through this process. */
export function openHub({ db, log }: Pick<Services, 'db' | 'log'>) {
  const watchers = new Set<Watcher>()
  let feed: ReturnType<typeof listenTo> | undefined

  const note = (watcher: Watcher, ids: Change['ids']) => {
    addChange(watcher.changes, watcher.organisationId, ids, most)
    watcher.onChange()
  }
  const follow = () =>
    listenTo({
      url: db.url,
      channel: changesChannel,
      log,
      onPayload: (payload) => {
        const { organisationId, ids } = readChange(payload)
        for (const watcher of watchers) if (watcher.organisationId === organisationId) note(watcher, ids)
      },
      onListening: () => {
        for (const watcher of watchers) note(watcher, 'many')
      },
    })
  return {
    isFull: () => watchers.size >= mostOfAll,
    /** One connection for all who watch, made when the first one does. */
    listening: () => (feed ??= follow()).ready,
    watch({ organisationId, memberId, onChange, close }: Omit<Watcher, 'changes'>) {
      const watcher: Watcher = { organisationId, memberId, onChange, close, changes: new Map() }
      const [oldest, ...others] = [...watchers].filter((one) => one.memberId === memberId)
      if (others.length >= mostOfOne - 1) oldest?.close()
      watchers.add(watcher)
      return {
        hasChanges: () => watcher.changes.size > 0,
        take() {
          const ids = watcher.changes.get(organisationId)
          watcher.changes.clear()
          return ids
        },
        putBack: () => addChange(watcher.changes, organisationId, 'many', most),
        leave: () => void watchers.delete(watcher),
      }
    },
    async close() {
      for (const watcher of watchers) watcher.close()
      await feed?.close()
    },
  }
}
export type Hub = ReturnType<typeof openHub>
