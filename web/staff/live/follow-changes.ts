import type { ChangedRequests } from '#contract/worklist.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { follow } from '#web/api/follow.ts'

export type News = { ids: string[] | null } | { isOpen: boolean }

/** The wait before the stream is opened again. It doubles with each try, up to the longest. */
const retryAfterMs = { first: 1_000, longest: 30_000 }

/** After one of these answers another try would be refused as well. */
const isFinal = (error: unknown) => error instanceof ApiProblem && [401, 403, 404].includes(error.status)

/** Keeps the stream of changes open and reports when changes may have been missed. */
export async function followChanges(signal: AbortSignal, publish: (news: News) => void) {
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      await follow('live', 'requests', {
        signal,
        onOpen: () => {
          tries = 0
          publish({ isOpen: true })
          publish({ ids: null })
        },
        onEvent: (data) => publish(data as ChangedRequests), // the server and this page have the same version
      })
    } catch (error) {
      if (isFinal(error)) return publish({ isOpen: false })
    }
    if (signal.aborted) return
    // A stream ends when its token expires and is opened again at once. While it cannot be opened, the lists reload from time to time.
    if (tries > 0) {
      publish({ isOpen: false })
      publish({ ids: null })
    }
    await pause(Math.min(retryAfterMs.longest, retryAfterMs.first * 2 ** tries) * (0.5 + Math.random() / 2), signal)
  }
}

/** Waits. The wait ends early when the browser is online again or the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
