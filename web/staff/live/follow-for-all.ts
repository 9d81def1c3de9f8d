import type { ChangedRequests } from '#contract/worklist.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { follow } from '#web/api/follow.ts'

export type News = { ids: string[] | null } | { isOpen: boolean }

/** Milliseconds until the first try to open the stream again, and between later ones. */
const waits = { first: 1_000, longest: 30_000 }

/** Who may not watch will not be allowed by asking again. */
const isFinal = (error: unknown) => error instanceof ApiProblem && [401, 403, 404].includes(error.status)

/** Keeps the stream of changes open, however often it breaks off, and says whenever something may have been missed. */
export async function followForAll(signal: AbortSignal, tell: (news: News) => void) {
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      await follow('live', 'requests', {
        signal,
        onOpen: () => {
          tries = 0
          tell({ isOpen: true })
          tell({ ids: null })
        },
        onEvent: (data) => tell(data as ChangedRequests), // our own server's answer, of the same version
      })
    } catch (error) {
      if (isFinal(error)) return tell({ isOpen: false })
    }
    if (signal.aborted) return
    // A stream ends with its token and is opened again at once. While none can be opened the lists ask again now and then.
    if (tries > 0) {
      tell({ isOpen: false })
      tell({ ids: null })
    }
    await pause(Math.min(waits.longest, waits.first * 2 ** tries) * (0.5 + Math.random() / 2), signal)
  }
}

/** Ends early when there is a network again, or nothing to wait for any more. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, milliseconds)
    addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
