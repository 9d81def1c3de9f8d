import { Readable } from 'node:stream'

import type { ChangedRequests } from '#contract/worklist.ts'
import { addChange, type Change, type Changes, changesChannel, readChange } from '#server/platform/changes.sql.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database.ts'
import { listenTo } from '#server/platform/listen-notify.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Services } from '#server/platform/services.ts'

import { visibleTo } from './visible-requests.sql.ts'

/** Changes are collected for this long before they are sent. */
const collectForMs = 300
const checkAccessEveryMs = 3_000
/** A stream without changes sends a comment. */
const heartbeatEveryMs = 15_000
/** A client that does not read for this long is disconnected. */
const slowClientMs = 60_000
/** How long a client gets to receive the end of the stream. */
const endWithinMs = 1_000

type Watch = {
  hub: Hub
  db: Database
  actor: Actor & { id: string }
  /** The member's current access. Undefined if they may no longer watch. Throws if it cannot be checked. */
  findAccess: () => Promise<Actor | undefined>
}

/**
 * Streams changes of the requests that a member may see as server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html), until the member leaves or is signed out or the server stops.
 */
export function watchRequests({ hub, db, actor, findAccess }: Watch): Readable {
  let now: Actor = actor
  let canSend = true
  let isSending = false
  let hasEnded = false
  let lastReadAt = Date.now()
  const timers = new Set<NodeJS.Timeout>()
  const stream = new Readable({
    encoding: 'utf8',
    read() {
      canSend = true
      lastReadAt = Date.now()
      void sendChanges()
    },
    destroy(error, done) {
      hasEnded = true
      for (const timer of timers) clearInterval(timer)
      watching.leave()
      done(error)
    },
  })
  const send = (text: string) => {
    if (!hasEnded) canSend = stream.push(text)
  }
  function end() {
    if (hasEnded) return
    hasEnded = true
    watching.leave()
    stream.push(null)
    // A client that does not read would not receive the end either.
    setTimeout(() => stream.destroy(), endWithinMs).unref()
  }
  const watching = hub.watch({ organisationId: actor.organisationId, memberId: actor.id, onChange: () => void sendChanges(), close: end })

  /** Sends one event at a time. Changes that arrive meanwhile wait in the hub, which limits them. */
  async function sendChanges() {
    if (isSending || hasEnded || !canSend || !watching.hasChanges()) return
    isSending = true
    const changed = watching.take()!
    try {
      const ids = changed === 'many' ? null : await visibleTo(db, now, [...changed])
      if (ids === null || ids.length > 0) send(`data: ${JSON.stringify({ ids } satisfies ChangedRequests)}\n\n`)
    } catch {
      watching.putBack()
    }
    setTimeout(() => {
      isSending = false
      void sendChanges()
    }, collectForMs).unref()
  }

  async function checkAccess() {
    try {
      const found = await findAccess()
      if (found) now = found
      else end()
    } catch (error) {
      // The database or the provider is away: nothing is sent, and access is checked again later. Any other refusal ends the stream.
      if (error instanceof Problem && error.code !== 'unavailable') end()
    }
  }

  timers.add(setInterval(() => void checkAccess(), checkAccessEveryMs))
  timers.add(
    setInterval(() => {
      if (canSend) send(': heartbeat\n\n')
      // A client that does not read only holds a connection, and after a while loses the connection.
      else if (Date.now() - lastReadAt > slowClientMs) stream.destroy(new Error('The client did not read'))
    }, heartbeatEveryMs),
  )
  send('retry: 2000\n\n')
  return stream
}

/** The changes of an organisation that were not sent yet. Too many ids become 'many'. */
const maxPendingIds = 200

type Watcher = { organisationId: string; memberId: string; changes: Changes; onChange: () => void; close: () => void }

/** A new stream of a member ends the oldest. */
const maxStreamsPerMember = 8
const maxStreams = 2_000

/** All watchers of this process. */
export function openHub({ db, log }: Pick<Services, 'db' | 'log'>) {
  const watchers = new Set<Watcher>()
  let feed: ReturnType<typeof listenTo> | undefined

  const note = (watcher: Watcher, ids: Change['ids']) => {
    addChange(watcher.changes, watcher.organisationId, ids, maxPendingIds)
    watcher.onChange()
  }
  const follow = () =>
    listenTo({
      url: db.directUrl,
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
    isFull: () => watchers.size >= maxStreams,
    /** One database connection for all watchers, opened for the first one. */
    listening: () => (feed ??= follow()).ready,
    watch({ organisationId, memberId, onChange, close }: Omit<Watcher, 'changes'>) {
      const watcher: Watcher = { organisationId, memberId, onChange, close, changes: new Map() }
      const [oldest, ...others] = [...watchers].filter((one) => one.memberId === memberId)
      if (others.length >= maxStreamsPerMember - 1) oldest?.close()
      watchers.add(watcher)
      return {
        hasChanges: () => watcher.changes.size > 0,
        take() {
          const ids = watcher.changes.get(organisationId)
          watcher.changes.clear()
          return ids
        },
        putBack: () => addChange(watcher.changes, organisationId, 'many', maxPendingIds),
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
