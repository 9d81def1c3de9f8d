import { dirname } from 'node:path'

import { ensureBuilt } from './build.ts'

const root = dirname(import.meta.dirname)
const programs: Record<string, () => Promise<unknown>> = {
  start: () => import('#server/main.ts'),
  api: () => import('#server/main.ts'),
  worker: () => import('#server/worker.ts'),
  build: () => Promise.resolve(),
}

const [part = 'start'] = process.argv.slice(2)
try {
  if (part !== 'worker') await ensureBuilt(root, (line) => console.log(line))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await programs[part]?.()
