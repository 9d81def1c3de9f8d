// Makes pages of the documents: `npm run docs -- [FOLDER] [--repository ADDRESS]`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { docsFolder, ensureDocsPackages, root } from './docs-packages.ts'

try {
  ensureDocsPackages()
  const { status } = spawnSync(process.execPath, [join(docsFolder, 'build.ts'), ...process.argv.slice(2)], { stdio: 'inherit', cwd: root })
  process.exitCode = status ?? 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`) // whatever is thrown here is an Error
  process.exitCode = 1
}
