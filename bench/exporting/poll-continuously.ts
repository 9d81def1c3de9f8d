import type { Caller } from '../harness/caller.ts'
import { collectLatencies } from '../harness/latencies.ts'
import type { Server } from '../harness/server.ts'

const path = '/api/forms/request?page=1&limit=10'

/** Requests page 1 of the worklist at a fixed pace, whatever the response time, until it is stopped. */
export function pollContinuously(server: Server, caller: Caller, pace = 50) {
  const latencies = collectLatencies()
  const open = new Set<Promise<void>>()
  let failures = 0
  const began = performance.now()
  let asked = 0
  const ask = async (due: number) => {
    await caller.renew()
    const answer = await fetch(server.address + path, { headers: caller.headersFor('GET', path) })
    await answer.arrayBuffer()
    if (!answer.ok) failures++
    latencies.add(performance.now() - due)
  }
  const timer = setInterval(() => {
    for (; began + asked * pace <= performance.now(); asked++) {
      const one: Promise<void> = ask(began + asked * pace)
        .catch(() => void failures++)
        .finally(() => open.delete(one))
      open.add(one)
    }
  }, 5)
  return {
    end: async () => {
      clearInterval(timer)
      await Promise.all(open)
      return { ...latencies, failures }
    },
  }
}
