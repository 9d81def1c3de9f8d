import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { chromium } from '@playwright/test'

import { withLock } from './lock.mjs'

/** The browser for the tests: the one Playwright brought, else the system's. */
export const findChromium = (): string | undefined =>
  [chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)

export const ensureChromium = async (root: string, say: (line: string) => void): Promise<string> => {
  const found =
    findChromium() ?? (await withLock(join(root, '.formward', 'chromium.lock'), async () => findChromium() ?? (await install(root, say))))
  if (found === undefined) throw new Error('No browser for the tests: install Chromium by hand, then try again')
  return found
}

const install = async (root: string, say: (line: string) => void) => {
  const isRoot = process.getuid?.() === 0
  say('Installing Chromium for the browser tests (once)')
  if (!(isRoot && isDebian() && (await installFromDebian()))) {
    const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
    run(process.execPath, [cli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium'])
  }
  return findChromium()
}

/** Not Ubuntu: its package is a stub for another store. */
const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

const installFromDebian = async () => {
  // Another installation on the machine may hold the package lists: their lock has no waiting option of its own.
  for (let attempt = 0; attempt < 20; attempt++) {
    if (run('apt-get', ['update', '-q']) === 0) break
    await sleep(3_000)
  }
  return run('apt-get', ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600', 'chromium']) === 0
}

/** What an installer says is only of interest when it fails. */
const run = (program: string, args: string[]) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1e9,
  })
  if (status !== 0) console.error(error?.message ?? [stdout, stderr].join('\n').trim().split('\n').slice(-5).join('\n'))
  return status
}
