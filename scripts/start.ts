import { dirname } from 'node:path'

import { ensureBuilt } from './build.ts'

const root = dirname(import.meta.dirname)
const buildPages = () => ensureBuilt(root, (line) => console.log(line))

/** The pages are built while the database is prepared: both are slow on a new machine, and neither needs the other. */
async function startServer({ worker }: { worker: boolean }) {
  const pages = buildPages()
  pages.catch(() => {}) // the server reports it
  const { start } = await import('#server/start.ts')
  await start({ api: true, worker, pages })
}

const programs: Record<string, () => Promise<unknown>> = {
  start: () => startServer({ worker: true }),
  api: () => startServer({ worker: false }),
  worker: () => import('#server/worker.ts'),
  build: buildPages,
}

const [part = 'start'] = process.argv.slice(2)
try {
  await programs[part]?.()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
