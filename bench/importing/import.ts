import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'

import { migrate } from '#database/migrate.ts'
import { importColumnKeys, importColumns, importTabs, type ImportColumnKey } from '#domain/import-template.ts'
import { syntheticNhsNumber } from '#domain/nhs-number.ts'
import { readConfig } from '#server/config.ts'
import { checkImport } from '#server/imports/judging/check-import.job.ts'
import { runImport } from '#server/imports/completing/complete-import.job.ts'
import { insertImportJob } from '#server/imports/import-jobs.sql.ts'
import { openFloor } from '#server/open-floor.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext, type Steps } from '#server/platform/jobs.ts'
import { writeWorkbook, type OutgoingRow } from '#server/platform/spreadsheet/write.ts'
import { makeQueues } from '#server/workers.ts'

import type { Filled } from '../floor/cluster.ts'
import type { Bench } from '../floor/bench.ts'
import { watchMemory } from '../floor/memory.ts'
import { times, type Measurement } from '../floor/results.ts'
import { copyBare, parseBare } from './bare.ts'

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}

/**
 * The two jobs of an import, run as a worker runs them, into an organisation that has its rows already; beside them the least that could be done: the
 * spreadsheet unpacked and scanned, and the very rows that the jobs wrote brought by COPY into the same tables of another copy of the database.
 */
export const benchImport: Bench = async ({ cluster, size, isQuick, say }) => {
  const rows = isQuick ? 10_000 : 100_000
  await cluster.fill(size)
  const [ours, bare] = [await cluster.copy(size), await cluster.copy(size)]
  try {
    for (const { url } of [ours, bare]) await migrate(url, makeQueues)
    const file = await spreadsheet(rows, ours.organisation.forms[0]!.id)
    say(`${rows} rows are ${(file.length / 1e6).toFixed(1)} MB`)
    const parsed = await seconds(async () => parseBare(file))
    const ran = await run(ours, file)
    say(`checked in ${ran.check.seconds.toFixed(1)} s, completed in ${ran.complete.seconds.toFixed(1)} s`)
    const copied = await copyBare(ours.url, bare.url, ran.jobId)
    return [
      {
        title: `Import of ${rows.toLocaleString('en-GB')} rows`,
        about:
          'Seconds from the job’s start to its end, beside unzip and scan plus COPY of the same rows into the same tables with their indexes (triggers asleep, so without the audit chain). Limits: 3 ×, 400 MB at most for the process and its readers (PERF-2). “Held up” is the longest that other calls of the process waited for their turn.',
        rows: [line('verdicts', ran.check, parsed + copied.check, rows), line('completion', ran.complete, copied.complete, rows)],
      },
    ]
  } finally {
    await ours.drop()
    await bare.drop()
  }
}

type Ran = { seconds: number; memory: number; heldUp: number }

const line = (what: string, { seconds: took, memory, heldUp }: Ran, floor: number, rows: number): Measurement => ({
  what,
  values: {
    seconds: took,
    'bare seconds': floor,
    ratio: times(took / floor),
    limit: '3 ×, 400 MB',
    'rows a second': rows / took,
    'most MB': memory,
    'held up ms': heldUp,
  },
  isPastLimit: took > 3 * floor || memory > 400,
})

async function run({ url, organisation }: Filled, file: Buffer) {
  const floor = await openFloor(readConfig({ DATABASE_URL: url, LOG_LEVEL: 'error', DEMO: 'false' }), url)
  const step: Steps['step'] = (work) => inOrganisation(floor.db, organisation.id, (tx) => work(workerContext(floor, organisation.id, tx)))
  const steps: Steps = { floor, organisationId: organisation.id, signal: new AbortController().signal, step }
  const member = organisation.members[0]!.id
  try {
    const jobId = await step((ctx) => insertImportJob({ ...ctx, actor: { ...ctx.actor, id: member } }, 'bench.xlsx', file))
    const check = await watched(() => checkImport(steps, { jobId }))
    await step(({ tx }) =>
      tx.updateTable('import_jobs').set({ status: 'importing', completed_by: member }).where('id', '=', jobId).execute(),
    )
    return { jobId, check, complete: await watched(() => runImport(steps, { jobId })) }
  } finally {
    await floor.close()
  }
}

async function watched(work: () => Promise<unknown>): Promise<Ran> {
  const [memory, delay] = [watchMemory([process.pid]), monitorEventLoopDelay({ resolution: 10 })]
  delay.enable()
  const took = await seconds(work)
  delay.disable()
  return { seconds: took, memory: memory.end().together, heldUp: delay.max / 1e6 }
}

/** People that nobody has met, one in twenty twice, one in fifty with a fault. */
function spreadsheet(count: number, form: string) {
  const columns = importColumnKeys.map(
    (key) => ({ header: importColumns[key].header, kind: importColumns[key].kind === 'date' ? 'date' : 'text' }) as const,
  )
  const rows = function* (): Generator<OutgoingRow> {
    for (let n = 0; n < count; n++) yield importColumnKeys.map((key) => rowOf(n, form)[key] ?? null)
  }
  return buffer(writeWorkbook({ sheets: [{ name: importTabs.rows, columns, rows: rows() }] }))
}

const firstNumber = 400_000
const letter = (n: number) => 'ABDEFGHJLNPQRSTUWXYZ'[Math.floor(n) % 20]
function rowOf(n: number, form: string): Partial<Record<ImportColumnKey, string>> {
  const person = n % 20 === 19 ? n - 1 : n
  return {
    nhsNumber: syntheticNhsNumber(firstNumber + person),
    localPatientId: `0${person}`,
    firstName: 'Amira',
    lastName: `Khan ${person.toString(36).replace(/\d/g, (digit) => 'qwertyuiop'[Number(digit)]!)}`,
    dateOfBirth: new Date(Date.UTC(1930, 0, 1 + ((person * 7) % 28_000))).toISOString().slice(0, 10),
    phone: n % 50 === 7 ? '0123' : `07700 900${100 + (person % 900)}`,
    line1: `${person} Example Street`,
    town: 'Exampleton',
    postcode: `ZZ99 ${person % 10}${letter(person / 10)}${letter(person / 200)}`,
    form,
    specialty: '320',
    pathwayId: `IMP${person}`,
    location: 'Outpatients',
    method: 'SMS',
  }
}
