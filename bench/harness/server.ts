import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { demoPassword } from '#domain/demo-accounts.ts'
import { freePort } from '#test/free-port.ts'
import { production } from '#test/production.ts'
import { signInByHttp } from '#test/sign-in.ts'

import { withBoundedHeap } from '../../scripts/bounded-heap.mjs'
import { benchEmail } from '../filling/organisations.ts'
import { watchMemory } from './memory.ts'

type Parts = { apis?: number; workers?: number; environment?: Record<string, string> }

const root = join(import.meta.dirname, '../..')

/**
 * The real server as it is run for real, on one filled database: so many API processes, the first of them on `address`, and workers beside them. A proxy is
 * believed, so that a measurement can speak for many addresses, as the one in front of a real installation does.
 */
export async function startServer(databaseUrl: string, { apis = 1, workers = 0, environment }: Parts = {}) {
  const ports = await Promise.all(Array.from({ length: apis }, () => freePort()))
  const address = `http://localhost:${ports[0] ?? (await freePort())}` // a worker alone writes addresses, too
  const settings = {
    ...production,
    DATABASE_URL: databaseUrl,
    DEMO: 'false',
    PUBLIC_URL: address,
    TRUST_PROXY: 'true',
    NODE_ENV: 'production',
    ...environment,
  }
  const started: ChildProcess[] = []
  for (const port of ports) started.push(await run(['server/main.ts', 'api'], { ...settings, PORT: String(port) }))
  for (let nth = 0; nth < workers; nth++) started.push(await run(['server/worker.ts'], settings))
  const pids = started.map(({ pid }) => pid!) // it has said that it is ready
  return {
    /** What the server calls itself, and proofs are made for; the processes listen at `addresses`. */
    address,
    addresses: ports.map((port) => `http://localhost:${port}`),
    pids,
    /** A member of the organisation that is measured; `name` as in bench/filling/organisations.ts. */
    signIn: (name = 'user') => signInByHttp(address, benchEmail(name), demoPassword),
    /** The most memory that each process had between now and the end, in MB. */
    watchMemory: () => watchMemory(pids),
    stop: async () => {
      for (const one of started) {
        const ended = once(one, 'exit')
        one.kill('SIGTERM')
        await ended
      }
    },
  }
}
export type Server = Awaited<ReturnType<typeof startServer>>

async function run(args: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...withBoundedHeap(process.env), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const isReady = new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
    createInterface(child.stdout).on('line', (line) => /Formward is (ready|working)/.test(line) && resolve())
  })
  await isReady
  return child
}
