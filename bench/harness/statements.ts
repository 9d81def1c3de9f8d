import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { withBoundedHeap } from '../../scripts/bounded-heap.mjs'

/** Counts the statements of the processes that are started with `environment`. The numbers are up to a second old; `settled` waits for that long. */
export function watchStatements() {
  const folder = mkdtempSync(join(tmpdir(), 'formward-statements-'))
  const counter = pathToFileURL(join(import.meta.dirname, 'count-statements.ts'))
  counter.searchParams.set('file', join(folder, 'count'))
  const count = () => readdirSync(folder).reduce((sum, name) => sum + Number(readFileSync(join(folder, name), 'utf8')), 0)
  return {
    environment: withBoundedHeap({ NODE_OPTIONS: `--import ${counter.href}` }) as { NODE_OPTIONS: string },
    count,
    settled: async () => {
      await sleep(1_100)
      return count()
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
