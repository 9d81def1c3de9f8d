import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

import { withLock } from './lock.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const configs = ['vite.config.ts', 'vite.scripts.config.ts', 'vite.server.config.ts']
const sources = ['web', 'contract', 'domain', ...configs, 'package-lock.json']

/** Builds the staff app and the server-rendered pages, unless their sources are unchanged. */
export const ensureBuilt = async (root: string, say: (line: string) => void) => {
  if (isFresh(root)) return
  await withLock(
    join(root, '.formward', 'build.lock'),
    () => (isFresh(root) ? undefined : build(root, say)),
    () => say('Another process is building the pages. Waiting until it has finished'),
  )
}

const build = async (root: string, say: (line: string) => void) => {
  const began = Date.now()
  const wanted = fingerprint(root)
  say('Building the pages')
  rmSync(stampOf(root), { force: true })
  for (const config of configs) await viteBuild(root, config)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampOf(root), wanted)
  say(`Pages built in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

const viteBuild = (root: string, config: string) =>
  new Promise<void>((done, fail) => {
    const args = [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--config', config, '--logLevel', 'warn']
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    const goOn = endWith(child)
    child.on('error', fail)
    child.on('exit', (code) => {
      goOn()
      if (code === 0) done()
      else fail(new Error(`The pages could not be built: ${config} failed, see above`))
    })
  })

/** A build that outlived this process would write into the same folders as the next one. Returns what to call when the build has ended. */
const endWith = (child: ChildProcess) => {
  const end = () => void child.kill()
  const exit = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  process.once('exit', end)
  for (const signal of signals) process.once(signal, exit)
  return () => {
    process.off('exit', end)
    for (const signal of signals) process.off(signal, exit)
  }
}

const stampOf = (root: string) => join(root, 'dist', '.stamp')

const isFresh = (root: string) => existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === fingerprint(root)

const fingerprint = (root: string) => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesIn(join(root, source))))
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const filesIn = (path: string): string[] => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
