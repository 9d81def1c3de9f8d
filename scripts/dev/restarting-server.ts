import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { formatLogLine } from './log-lines.ts'
import type { DrawPage, MessageFromServer, MessageToServer, PageAnswer, PageRequest, Ready } from './messages.ts'

const program = join(import.meta.dirname, 'server-process.ts')
const killAfterMs = 10_000
const hasEnded = 'The server has ended, see the terminal. It starts again after the next change.'

type Options = { environment: NodeJS.ProcessEnv; draw: DrawPage; say: (line: string) => void }
type Server = { child: ChildProcess; ready: Promise<Ready> }

/**
 * The server process, replaced after each change. Requests that come meanwhile wait for the new process, so an answer after a change never
 * comes from the old code. A further process has the libraries loaded already and waits for the next change.
 */
export function openRestartingServer({ environment, draw, say }: Options) {
  const living = new Set<ChildProcess>()
  let libraries: string[] = []
  let spare: Server | undefined
  let current: Server | undefined
  let isStopping = false

  function prepare(): Server {
    const child = fork(program, { env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    living.add(child)
    const { promise: ready, resolve, reject } = Promise.withResolvers<Ready>()
    ready.catch(() => {}) // reported to each request that waits for it
    child.on('message', (message: MessageFromServer) =>
      'port' in message ? resolve(message) : void answerPageRequest(child, message, draw),
    )
    child.on('error', reject)
    child.on('exit', () => {
      living.delete(child)
      reject(new Error(hasEnded))
      if (spare?.child === child) spare = undefined
      if (current?.child !== child || isStopping) return
      say(hasEnded)
    })
    tell(child, { prepare: libraries })
    return { child, ready }
  }

  async function begin(isFirst: boolean) {
    const server = spare ?? prepare()
    spare = undefined
    current = server
    const { child } = server
    // The messages of the server's start are printed once.
    createInterface(child.stdout!).on('line', (line) => {
      const entry = formatLogLine(line)
      if (entry !== undefined || isFirst) say(entry ?? line)
    })
    createInterface(child.stderr!).on('line', (line) => line.startsWith('PostgreSQL was already running ') || say(line))
    tell(child, { begin: true })
    ;({ libraries } = await server.ready)
    if (!isStopping) spare ??= prepare()
  }

  return {
    start: () => begin(true),
    restart: async (changed: string) => {
      const began = performance.now()
      const before = current
      const beginning = begin(false)
      if (before) void end(before.child)
      await beginning
      say(`Server restarted in ${((performance.now() - began) / 1000).toFixed(1)} s (${changed} changed)`)
    },
    /** The port of the newest code, once it listens there. */
    port: async () => {
      for (;;) {
        const asked = current
        if (!asked) throw new Error('The server is not running')
        const port = await asked.ready.then(
          (ready) => ready.port,
          (error: Error) => error,
        )
        // Replaced while this request waited.
        if (asked.child !== current?.child) continue
        if (asked.child.exitCode !== null || asked.child.signalCode !== null) throw new Error(hasEnded)
        if (typeof port !== 'number') throw port
        return port
      }
    },
    stop: async () => {
      isStopping = true
      current = spare = undefined
      await Promise.all([...living].map(end))
    },
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  child.kill('SIGTERM')
  await ended
  clearTimeout(timer)
}

const tell = (child: ChildProcess, message: MessageToServer) => child.connected && child.send(message)

async function answerPageRequest(child: ChildProcess, { id, name: pageName, page }: PageRequest, draw: DrawPage) {
  const answer = await draw(pageName, page).then(
    (html): PageAnswer => ({ id, html }),
    (thrown: unknown): PageAnswer => {
      const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
      return { id, error: { name, message, stack } }
    },
  )
  tell(child, answer)
}
