import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { chromium } from '@playwright/test'

import { installFromDebian, isRootOnDebian, run } from './debian.ts'
import { withLock } from './lock.mjs'

/** Chromium without a window: a fifth less work for the same pages. */
const withoutWindow = 'chromium-headless-shell'

/** The browser for the tests: the one Playwright brought, else the system's. */
export const findChromium = (): string | undefined =>
  [chromium.executablePath(), `/usr/bin/${withoutWindow}`, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)

export const ensureChromium = async (root: string, say: (line: string) => void): Promise<string> => {
  const found =
    findChromium() ?? (await withLock(join(root, '.formward', 'chromium.lock'), async () => findChromium() ?? (await install(root, say))))
  if (found === undefined) throw new Error('No browser for the tests: install Chromium by hand, then try again')
  return found
}

const install = async (root: string, say: (line: string) => void) => {
  say('Installing Chromium for the browser tests (once)')
  if (!(isRootOnDebian() && ((await installFromDebian(withoutWindow)) || (await installFromDebian('chromium'))))) {
    const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
    run(process.execPath, [cli, 'install', ...(process.getuid?.() === 0 ? ['--with-deps'] : []), 'chromium'])
  }
  return findChromium()
}
