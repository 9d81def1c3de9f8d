import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

import { ensureBuilt } from '../scripts/build.ts'
import type { Bench } from './harness/bench.ts'
import { openCluster, sizeInWords } from './harness/cluster.ts'
import { keepResult, short, tablesInWords, type Table } from './harness/results.ts'
import { benchCalls } from './calls/calls.ts'
import { benchDue } from './due/due.ts'
import { benchFeed } from './feed/feed.ts'
import { benchExport } from './exporting/export.ts'
import { benchImport } from './importing/import.ts'
import { benchLists } from './lists/lists.ts'
import { benchConcurrency } from './load/concurrency.ts'
import { benchMessages } from './messages/messages.ts'
import { benchMinute } from './minute/minute.ts'
import { benchOutage } from './messages/outage.ts'
import { benchPeers } from './peers/peers.ts'
import { benchProcesses } from './processes/processes.ts'
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
  minute: benchMinute,
  feed: benchFeed,
  processes: benchProcesses,
  concurrency: benchConcurrency,
}

/** These run only when they are named: one takes as long as the outage, one installs another product. */
const named: Record<string, Bench> = { ...benches, outage: benchOutage, peers: benchPeers }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    on: { type: 'string' },
    requests: { type: 'string' },
    'per-minute': { type: 'string' },
    outage: { type: 'string' },
  },
})
const unknown = positionals.find((name) => !named[name])
if (unknown !== undefined)
  throw new Error(
    `Usage: npm run bench -- [${Object.keys(named).join('] [')}] [--quick] [--keep] [--on DATABASE_URL] [--requests NUMBER] [--per-minute MESSAGES] [--outage MINUTES]`,
  )

const messagesPerMinute = values['per-minute'] === undefined ? undefined : Number(values['per-minute'])
if (messagesPerMinute !== undefined && !(messagesPerMinute >= 60)) throw new Error('--per-minute: expects a number from 60')
const outageMinutes = values.outage === undefined ? undefined : Number(values.outage)
if (outageMinutes !== undefined && !(outageMinutes >= 1)) throw new Error('--outage: expects a number of minutes from 1')

const usualSize = values.quick ? 100_000 : 1_000_000
const size = values.requests === undefined ? usualSize : Number(values.requests)
// There are NHS numbers for ten million invented patients (filling/patients.ts).
if (!(size >= 20_000 && size <= 10_000_000 && size % 1_000 === 0))
  throw new Error('--requests: expects a multiple of 1000 from 20000 to 10000000')

if (values.keep && (values.quick || messagesPerMinute !== undefined))
  throw new Error('--keep: only measurements that are not quick, with the usual limit of messages, are kept')

const began = performance.now()
const say = (line: string) => console.log(`${short((performance.now() - began) / 1_000).padStart(6)} s  ${line}`)
await ensureBuilt(dirname(import.meta.dirname), say)
const cluster = await openCluster(values.on)
const names = positionals.length > 0 ? positionals : Object.keys(benches)
try {
  const printed: Table[] = []
  for (const name of names) {
    say(name)
    const from = performance.now()
    try {
      const tables = await named[name]!({
        cluster,
        size,
        isQuick: values.quick,
        messagesPerMinute,
        outageMinutes,
        say,
      })
      printed.push(...tables)
      if (values.keep) {
        const kept = size === usualSize ? name : `${name}-${sizeInWords(size)}`
        keepResult(import.meta.dirname, { name: kept, minutes: (performance.now() - from) / 60_000, postgres: cluster.version, tables })
      }
    } catch (error) {
      // The others go on, because a run takes long.
      console.error(error)
      process.exitCode = 1
    }
  }
  const file = join(tmpdir(), 'formward-bench.md')
  writeFileSync(file, tablesInWords(printed).join('\n'))
  say(`written to ${file}`)
} finally {
  await cluster.close()
}
