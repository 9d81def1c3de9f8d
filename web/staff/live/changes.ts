import { followChanges, type News } from './follow-changes.ts'

type Listener = (ids: readonly string[] | null) => void

/**
 * All tabs of a browser share one stream, because HTTP/1.1 allows only six connections to a server. The tab that holds the lock reads the stream
 * and passes the changes to the other tabs. When it is closed, another tab takes over.
 */
const channelName = 'formward.live'
/** The stream stays open for this long, so that the next screen can use it. */
const closeAfterMs = 5_000

const listeners = new Set<Listener>()
const statusListeners = new Set<() => void>()
let isOpen = false
let open: { close: () => void } | undefined
let closing: ReturnType<typeof setTimeout> | undefined

function receive(news: News | 'who reads?') {
  if (news === 'who reads?') return
  if ('isOpen' in news) {
    isOpen = news.isOpen
    for (const listener of statusListeners) listener()
  } else for (const listener of listeners) listener(news.ids)
}

function start() {
  const stopping = new AbortController()
  const channel = new BroadcastChannel(channelName)
  let isReading = false
  channel.addEventListener('message', ({ data }: MessageEvent<News | 'who reads?'>) => {
    if (data === 'who reads?' && isReading) channel.postMessage({ isOpen })
    receive(data)
  })
  channel.postMessage('who reads?')
  const publish = (news: News) => {
    if (stopping.signal.aborted) return
    channel.postMessage(news)
    receive(news)
  }
  navigator.locks
    .request(channelName, { signal: stopping.signal }, () => {
      isReading = true
      return followChanges(stopping.signal, publish)
    })
    .catch(() => {}) // closed while this tab was waiting for the lock
  return {
    close() {
      stopping.abort()
      channel.close()
      isOpen = false
    },
  }
}

/** Calls the listener with the ids of changed form requests; `null` means that any may have changed. Returns the function that ends it. */
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
    }, closeAfterMs)
  }
}

/** Whether the stream is open, for useSyncExternalStore. */
export const isLive = () => isOpen
export function onLiveness(listener: () => void) {
  statusListeners.add(listener)
  return () => void statusListeners.delete(listener)
}
