// Starts a program of docs/site with its packages, which no other command installs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { runNpm } from './install.mjs'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/site')

function ensurePackages() {
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const stamp = join(folder, 'node_modules/.formward-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) return
  process.stdout.write('Installing the packages of docs/site/package-lock.json (once)\n')
  const { status } = runNpm(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (status !== 0) throw new Error('The packages could not be installed: npm says why above')
  writeFileSync(stamp, lockfile)
}

try {
  const [program = '', ...rest] = process.argv.slice(2)
  ensurePackages()
  const { status } = spawnSync(process.execPath, [join(folder, program), ...rest], { stdio: 'inherit', cwd: root })
  process.exitCode = status ?? 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`) // whatever is thrown here is an Error
  process.exitCode = 1
}
