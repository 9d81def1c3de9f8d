import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** A free port below those that the system gives to outgoing connections, so that none of these takes the port before the process does. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = randomInt(20_000, 32_000)
    const probe = createServer().once('error', () => resolve(freePort()))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)))
  })
