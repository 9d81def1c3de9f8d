import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

import { ensureBuilt } from '../scripts/build.ts'
import type { Bench } from './harness/bench.ts'
import { openCluster } from './harness/cluster.ts'
import { short, writeResults } from './harness/results.ts'
import { benchCalls } from './calls/calls.ts'
import { benchDue } from './due/due.ts'
import { benchFeed } from './feed/feed.ts'
import { benchExport } from './exporting/export.ts'
import { benchImport } from './importing/import.ts'
import { benchLists } from './lists/lists.ts'
import { benchConcurrency } from './load/concurrency.ts'
import { benchMessages } from './messages/messages.ts'
import { benchOutage } from './messages/outage.ts'
import { benchSize } from './size.ts'
import { benchScreens } from './screens/screens.ts'

/** Every measurement, in the order in which all of them run. */
const benches: Record<string, Bench> = {
  size: benchSize,
  screens: benchScreens,
  calls: benchCalls,
  lists: benchLists,
  import: benchImport,
  export: benchExport,
  messages: benchMessages,
  due: benchDue,
  feed: benchFeed,
  concurrency: benchConcurrency,
}

/** Takes as long as the outage, so it runs only when it is named. */
const named: Record<string, Bench> = { ...benches, outage: benchOutage }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    on: { type: 'string' },
    'per-minute': { type: 'string' },
    outage: { type: 'string' },
  },
})
const unknown = positionals.find((name) => !named[name])
if (unknown !== undefined)
  throw new Error(
    `Usage: npm run bench -- [${Object.keys(named).join('] [')}] [--quick] [--on DATABASE_URL] [--per-minute MESSAGES] [--outage MINUTES]`,
  )

const messagesPerMinute = values['per-minute'] === undefined ? undefined : Number(values['per-minute'])
if (messagesPerMinute !== undefined && !(messagesPerMinute >= 60)) throw new Error('--per-minute: expects a number from 60')
const outageMinutes = values.outage === undefined ? undefined : Number(values.outage)
if (outageMinutes !== undefined && !(outageMinutes >= 1)) throw new Error('--outage: expects a number of minutes from 1')

const began = performance.now()
const say = (line: string) => console.log(`${short((performance.now() - began) / 1_000).padStart(6)} s  ${line}`)
await ensureBuilt(dirname(import.meta.dirname), say)
const cluster = await openCluster(values.on)
const names = positionals.length > 0 ? positionals : Object.keys(benches)
try {
  const tables = []
  for (const name of names) {
    say(name)
    try {
      tables.push(
        ...(await named[name]!({
          cluster,
          size: values.quick ? 100_000 : 1_000_000,
          isQuick: values.quick,
          messagesPerMinute,
          outageMinutes,
          say,
        })),
      )
    } catch (error) {
      // Told with the others, which took their time too.
      console.error(error)
      tables.push({
        title: `${name}: broke off`,
        about: 'The measurement did not finish.',
        rows: [{ what: name, values: { 'broke off': String(error) }, isPastLimit: true }],
      })
      process.exitCode = 1
    }
  }
  // Only a full run on a quiet machine is saved; a partial or quick run is printed.
  const isWhole = !values.quick && positionals.length === 0 && messagesPerMinute === undefined
  const file = isWhole ? join(import.meta.dirname, 'RESULTS.md') : join(tmpdir(), 'formward-bench.md')
  const asked = [
    'npm run bench',
    ...(values.quick || positionals.length > 0 ? ['--'] : []),
    ...positionals,
    ...(values.quick ? ['--quick'] : []),
  ].join(' ')
  const about = `\`${asked}\` wrote this in ${short((performance.now() - began) / 60_000)} minutes. What is measured: [README](README.md). Why in this way: [decision 0026](../docs/decisions/0026-how-it-is-measured.md).`
  writeResults(file, tables, { postgres: cluster.version, about })
  say(`written to ${file}`)
} finally {
  await cluster.close()
}
