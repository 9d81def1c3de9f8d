import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { runNpm } from './install.mjs'

export const root = join(import.meta.dirname, '..')
export const docsFolder = join(root, 'docs/site')

/** Installs what makes the pages and the moving picture. No other command installs or needs these packages. */
export function ensureDocsPackages() {
  const lockfile = readFileSync(join(docsFolder, 'package-lock.json'), 'utf8')
  const stamp = join(docsFolder, 'node_modules/.formward-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) return
  process.stdout.write('Installing the packages of docs/site/package-lock.json (once)\n')
  const { status } = runNpm(docsFolder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  if (status !== 0) throw new Error('The packages could not be installed: npm says why above')
  writeFileSync(stamp, lockfile)
}
