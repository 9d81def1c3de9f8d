/* The first step of every command. Runs on what a machine brings (Node 20, npm, nothing installed), so it depends on nothing. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ensureInstalled, pinnedNode } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const programs = {
  start: ['scripts/start.ts', 'start'],
  api: ['scripts/start.ts', 'api'],
  worker: ['scripts/start.ts', 'worker'],
  build: ['scripts/start.ts', 'build'],
  check: ['scripts/check.ts'],
}

const say = (line) => console.log(line)

/** One terminal, npm above us and the program below may each pass the same signal on: the program gets one of them. */
const forwardSignals = (child) => {
  let last = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      const now = Date.now()
      const cameFromTerminal = signal === 'SIGINT' && process.stdin.isTTY
      if (!cameFromTerminal && now - last > 1_000) child.kill(signal)
      last = now
    })
}

const goOn = (node, args) => {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter)
  const child = spawn(node, args, { cwd: root, env: { ...process.env, PATH: path }, stdio: 'inherit' })
  forwardSignals(child)
  return new Promise((done, fail) => {
    child.on('error', (error) => fail(new Error(`Node 24 could not be started (${error.message}): remove node_modules and try again`)))
    child.on('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]))
  })
}

const main = async ([command = '', ...rest]) => {
  const program = programs[command]
  if (!program) throw new Error(`Usage: node scripts/run.mjs ${Object.keys(programs).join('|')}`)
  await ensureInstalled(root, say)
  return goOn(pinnedNode(root), [...program, ...rest])
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)
