import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { withLock } from './lock.mjs'

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
    child.on('error', fail)
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`The pages could not be built: ${config} failed, see above`))))
  })

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
