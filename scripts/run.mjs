/* The first step of every command. Runs on what a machine brings (Node 20, npm, nothing installed), so it depends on nothing. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { withBoundedHeap } from './bounded-heap.mjs'
import { ensureInstalled, pinnedNode } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const programs = {
  start: ['scripts/start.ts', 'start'],
  dev: ['scripts/dev/dev.ts'],
  api: ['scripts/start.ts', 'api'],
  worker: ['scripts/start.ts', 'worker'],
  build: ['scripts/start.ts', 'build'],
  test: ['scripts/check.ts'],
  'test:long': ['scripts/check.ts', '--long'],
  bench: ['bench/bench.ts'],
  admin: ['scripts/operator/admin.ts'],
  migrate: ['scripts/operator/migrate.ts'],
  backup: ['scripts/operator/backup.ts'],
  restore: ['scripts/operator/restore.ts'],
  sbom: ['scripts/operator/sbom.ts'],
  docs: ['scripts/docs.ts'],
  'docs:picture': ['scripts/make-picture.ts'],
  survive: ['test/survival/survive.ts'],
  'survive:upgrade': ['test/upgrades/survive-upgrade.ts'],
  'audit:verify': ['scripts/operator/audit-verify.ts'],
  'audit:archive': ['scripts/operator/audit-archive.ts'],
  'organisation:move': ['scripts/operator/organisation-move.ts'],
  distribute: ['scripts/operator/distribute.ts'],
}

/** Compiled modules are cached between starts: a process, and a thread that reads a spreadsheet, start in a third of the time. */
const compiled = join(root, 'node_modules', '.cache', 'formward', 'compiled')

const say = (line) => console.log(line)

/** The program may get the same signal from the terminal, too; it stops once. */
const forwardSignals = (child) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
}

/** A killed npm passes on no signal, so its end is the signal. */
const stopWithNpm = (child) => {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
}

const servers = ['start', 'api', 'worker']

const goOn = (node, args, environment) => {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].filter(Boolean).join(delimiter)
  const child = spawn(node, args, { cwd: root, env: { NODE_COMPILE_CACHE: compiled, ...environment, PATH: path }, stdio: 'inherit' })
  forwardSignals(child)
  if (process.env.npm_lifecycle_event) stopWithNpm(child)
  return new Promise((done, fail) => {
    child.on('error', (error) => fail(new Error(`Node 24 could not be started (${error.message}): remove node_modules and try again`)))
    child.on('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]))
  })
}

const main = async ([command = '', ...rest]) => {
  const program = programs[command]
  if (!program) throw new Error(`Usage: node scripts/run.mjs ${Object.keys(programs).join('|')}`)
  await ensureInstalled(root, say)
  return goOn(pinnedNode(root), [...program, ...rest], servers.includes(command) ? withBoundedHeap(process.env) : process.env)
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)
