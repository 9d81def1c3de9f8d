import { addChange, changesChannel, readChange, type Change, type Changes } from '#server/platform/changes.sql.ts'
import { listenTo } from '#server/platform/listen-notify.ts'
import type { Services } from '#server/platform/services.ts'

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
