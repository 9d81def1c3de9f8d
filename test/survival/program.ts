import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
const mostStarts = 20

type Wanted = {
  name: string
  /** The folder with the code, where it is not this version's. */
  folder?: string
  path: string
  args?: string[]
  environment: Record<string, string>
  logFile: string
  readyWords: string
}

/** One process of the product under a supervisor that starts it again when it is killed, or when it could not start. */
export function openProgram({ name, folder = root, path, args = [], environment, logFile, readyWords }: Wanted) {
  const deaths: string[] = []
  let child: ChildProcess | undefined
  let life = 0
  let isReady = false

  const begin = () => {
    // Killed twice in a moment, it is also started twice: the later one takes the place of the earlier.
    child?.kill('SIGKILL')
    const started = spawn(process.execPath, [join(folder, path), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const own = { said: '' }
    isReady = false
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk: Buffer) => {
        own.said = (own.said + chunk.toString()).slice(-20_000)
        appendFileSync(logFile, chunk)
      })
    child = started
    return { started, own }
  }

  return {
    name,
    /** What it died of by itself, after it had said that it was ready. */
    deaths,
    start: async () => {
      const mine = ++life
      const isMine = () => mine === life
      for (let starts = 1; isMine(); starts++) {
        const { started, own } = begin()
        while (!own.said.includes(readyWords) && hasNotEnded(started)) await sleep(25)
        if (hasNotEnded(started)) {
          isReady = true
          started.once('exit', (code, signal) => {
            if (isMine()) deaths.push(`${name} ended with ${code ?? signal}: ${own.said.slice(-500)}`)
          })
          return
        }
        if (isMine() && starts === mostStarts) throw new Error(`${name} does not start: ${own.said.slice(-1_000)}`)
        await sleep(300)
      }
    },
    /** Its exit code, if it was ready before it was stopped. */
    end: async (signal: 'SIGKILL' | 'SIGTERM') => {
      life++
      const [ending, wasReady] = [child, isReady]
      if (!ending || !hasNotEnded(ending)) return undefined
      const ended = once(ending, 'exit') as Promise<[number | null]>
      ending.kill(signal)
      const [code] = await ended
      return wasReady ? code : undefined
    },
  }
}
export type Program = ReturnType<typeof openProgram>

const hasNotEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null
