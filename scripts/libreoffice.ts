import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { installFromDebian, isRootOnDebian } from './debian.ts'
import { withLock } from './lock.mjs'

/** The other spreadsheet program that our files must open in. */
export const findLibreOffice = (): string | undefined =>
  ['/usr/bin/soffice', '/usr/local/bin/soffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'].find(existsSync)

/** Installed where that needs no question; elsewhere its one test is left out with a word, unless this is CI. */
export const ensureLibreOffice = async (root: string, say: (line: string) => void) => {
  if (findLibreOffice()) return
  if (isRootOnDebian()) {
    await withLock(join(root, '.formward', 'libreoffice.lock'), async () => {
      if (findLibreOffice()) return
      say('Installing LibreOffice for the test of exported files (once)')
      await installFromDebian('libreoffice-calc-nogui')
    })
  }
  if (!findLibreOffice())
    say(
      'LibreOffice is not installed, so the tests that open files in LibreOffice are left out. Install LibreOffice Calc (soffice) to run them',
    )
}
