import { followForAll, type News } from './follow-for-all.ts'

type Listener = (ids: readonly string[] | null) => void

/**
 * One stream for all tabs of a browser, which may have six connections to a server and no more (HTTP/1.1): the tab that holds the lock follows it
 * and passes on what it hears. When it is closed, the next one takes over.
 */
const name = 'formward.live'
/** From one screen to the next the stream stays open. */
const linger = 5_000

const listeners = new Set<Listener>()
const watchers = new Set<() => void>()
let isOpen = false
let open: { close: () => void } | undefined
let closing: ReturnType<typeof setTimeout> | undefined

function hear(news: News | 'who follows?') {
  if (news === 'who follows?') return
  if ('isOpen' in news) {
    isOpen = news.isOpen
    for (const tell of watchers) tell()
  } else for (const tell of listeners) tell(news.ids)
}

function start() {
  const leaving = new AbortController()
  const channel = new BroadcastChannel(name)
  let isFollowing = false
  channel.addEventListener('message', ({ data }: MessageEvent<News | 'who follows?'>) => {
    if (data === 'who follows?' && isFollowing) channel.postMessage({ isOpen })
    hear(data)
  })
  channel.postMessage('who follows?')
  const tellAll = (news: News) => {
    if (leaving.signal.aborted) return
    channel.postMessage(news)
    hear(news)
  }
  navigator.locks
    .request(name, { signal: leaving.signal }, () => {
      isFollowing = true
      return followForAll(leaving.signal, tellAll)
    })
    .catch(() => {}) // left before it was this tab's turn
  return {
    close() {
      leaving.abort()
      channel.close()
      isOpen = false
    },
  }
}

/** Tells of requests that have changed, `null` when nobody knows which; until the answer is called. */
export function onChanges(listener: Listener) {
  clearTimeout(closing)
  listeners.add(listener)
  open ??= start()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    closing = setTimeout(() => {
      open?.close()
      open = undefined
    }, linger)
  }
}

/** Whether changes are heard at this moment, for useSyncExternalStore. */
export const isLive = () => isOpen
export function onLiveness(tell: () => void) {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}
