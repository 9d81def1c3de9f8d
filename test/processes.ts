import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import { inject, onTestFinished } from 'vitest'

import { compileCache } from './compile-cache.ts'

const root = join(import.meta.dirname, '..')

/** One process of the product, started as an operator starts it, and ended with the test. */
export const startProcess = (program: 'main.ts' | 'worker.ts', environment: Record<string, string>, args: string[] = []) =>
  run(join('server', program), environment, args)

/** `npm run admin`, as it runs once everything is installed. */
export const runAdmin = (environment: Record<string, string>, args: string[]) => runOperator('admin', environment, args)

type OperatorCommand = 'admin' | 'migrate' | 'backup' | 'restore' | 'audit-verify' | 'audit-archive' | 'organisation-move' | 'distribute'

/** A command of the operator, as it runs once everything is installed. */
export const runOperator = async (command: OperatorCommand, environment: Record<string, string>, args: string[] = []) => {
  const { ended, said } = startOperator(command, environment, args)
  return { code: await ended, ...said }
}

/** The same, while it runs. */
export const startOperator = (command: OperatorCommand, environment: Record<string, string>, args: string[] = []) =>
  run(join('scripts', 'operator', `${command}.ts`), environment, args)

function run(program: string, environment: Record<string, string>, args: string[]) {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'debug', NODE_COMPILE_CACHE: compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  // What it says at its start is for the operator; its log is one object a line.
  child.once('exit', () => appendFileSync(inject('logFile'), `${said.out.replaceAll(/^[^{].*$/gm, '')}\n${said.err}\n`))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null) child.kill(signal)
    return ended
  }
  onTestFinished(async () => void (await kill('SIGKILL')))
  return {
    pid: child.pid!, // it has started
    said,
    ended,
    kill,
    /** Waits until it has said so. */
    says: async (words: string) => {
      const end = Date.now() + 180_000
      while (!said.out.includes(words)) {
        if (child.exitCode !== null || Date.now() > end) throw new Error(`It never said "${words}": ${said.out}${said.err}`)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
  }
}
