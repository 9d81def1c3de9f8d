import autocannon from 'autocannon'

import type { Caller } from '../harness/caller.ts'
import { collectLatencies } from '../harness/latencies.ts'
import type { Timed } from './timed.ts'

/** Asks for a path, or each time for another, over so many connections, signed in, until it has so many answers after so many milliseconds. */
export async function timeHttp(
  address: string,
  caller: Caller,
  path: string | (() => string),
  connections: number,
  isEnough: (answers: number, milliseconds: number) => boolean,
  method: 'GET' | 'PATCH' = 'GET',
): Promise<Timed> {
  await caller.renew()
  const latencies = collectLatencies()
  let failures = 0
  const began = performance.now()
  let last = began
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url: address,
        connections,
        duration: 120, // it is stopped below: at least one is answered, however slow
        timeout: 60,
        sampleInt: 20, // it looks at the clock only so often
        requests: [
          {
            method,
            setupRequest: (request) => {
              const asked = typeof path === 'string' ? path : path()
              return { ...request, path: asked, headers: { ...request.headers, ...caller.headersFor(method, asked) } }
            },
          },
        ],
      },
      (error: Error | null) => (error ? reject(error) : resolve()),
    )
    const watch = setInterval(() => isEnough(latencies.count(), performance.now() - began) && run.stop(), 10)
    run.on('done', () => clearInterval(watch))
    run.on('response', (_client, status, _bytes, time) => {
      last = performance.now()
      latencies.add(time)
      if (status !== 200) failures++
    })
  })
  return {
    p50: latencies.at(50),
    p99: latencies.at(99),
    perSecond: latencies.count() / ((last - began) / 1_000),
    answers: latencies.count(),
    failures,
  }
}
