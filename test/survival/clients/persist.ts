import { setTimeout as sleep } from 'node:timers/promises'

/** A failure that may not occur again: the response was lost, or a process is being restarted. */
export class Passing extends Error {}

// Gives up only when nothing progresses: a machine may be slow.
const patience = 300_000

/** Retries as a user would. */
export async function persist<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + patience
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Passing)) throw error
      if (Date.now() > end) throw new Error(`${what}: gave up after ${patience / 1000} s: ${error.message}`, { cause: error })
      await sleep(200)
    }
  }
}

/** Asks until there is an answer that ends the waiting. */
export const untilDone = <T>(what: string, probe: () => Promise<T | undefined | false>) =>
  persist(what, async () => {
    const found = await probe()
    if (!found) throw new Passing('it has not happened yet')
    return found
  })
