import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { randomFrom } from '#database/demo/random.ts'
import { startEmbeddedPostgres } from '#database/embedded.ts'
import { compileCache } from '#test/compile-cache.ts'
import { freePort } from '#test/free-port.ts'
import { openMailServer } from '#test/mail-server.ts'
import { production } from '#test/production.ts'
import { closeList } from '#test/survival/clients/changing-many.ts'
import { exportRequests } from '#test/survival/clients/exporting.ts'
import { importList } from '#test/survival/clients/importing.ts'
import { sendForms } from '#test/survival/clients/sending.ts'
import { createExpectedState } from '#test/survival/expected-state.ts'
import { findFaults, untilQuiet } from '#test/survival/find-faults.ts'
import { ask as askOwner } from '#test/survival/installation.ts'
import { openProgram, type Program } from '#test/survival/program.ts'
import { openProviders } from '#test/survival/providers.ts'
import { openWorlds, type World } from '#test/survival/round-context.ts'
import { addFormAndPatients } from '#test/survival/test-data.ts'

import { openBalancer, type Answer, type Balancer } from './balancer.ts'
import { runIn, unpackRelease } from './earlier-release.ts'

const root = join(import.meta.dirname, '../..')

/** A member of the organisation that the bench fills (bench/filling/organisations.ts). */
const memberAddress = 'user@bench.formward.example'

/**
 * In milliseconds: how long people work in each part of the upgrade, how long one of them waits between two lists, and how long a process that gets
 * no new calls runs on.
 */
const times = { part: 12_000, between: 100, drain: 1_000 }

type Part = 'before' | 'migrating' | 'replacing' | 'new version' | 'both versions' | 'earlier version again'

/** What people met in one part. `longestGapMs`: the longest time in which no call of this kind got a good answer. */
export type PartResult = {
  part: Part
  seconds: number
  calls: number
  errors: Record<string, number>
  longestGapMs: { read: number; act: number }
  slowestMs: { read: number; act: number }
}
export type UpgradeResult = {
  rows: Record<string, number>
  fillSeconds: number
  parts: PartResult[]
  /** Seconds that each migration took, of those that took one or more. */
  migrations: Record<string, number>
  said: string
  sendings: number
  imports: number
  answered: number
  /** What people met that neither waiting nor trying again helped. */
  failures: string[]
  faults: string[]
  folder: string
}

type Options = { lastMigration: string; rows: number; say?: (line: string) => void }

/**
 * Upgrades a filled database of an earlier version while its processes serve people, replaces them one after the other, and goes back. Stops by
 * itself. The evidence stays in the folder when a promise was broken.
 */
export async function runUpgrade({ lastMigration, rows, say = () => {} }: Options): Promise<UpgradeResult> {
  const folder = mkdtempSync(join(tmpdir(), 'formward-upgrade-'))
  chmodSync(folder, 0o711) // as root the database runs under another account, which has to pass through
  const earlier = join(folder, 'earlier')
  mkdirSync(earlier)
  mkdirSync(join(folder, 'logs'))
  unpackRelease(lastMigration, earlier)
  for (const version of [earlier, root]) await runIn(version, ['scripts/start.ts', 'build'], {})

  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const url = database.url()
  const ask: World['installation']['ask'] = (text, values) => askOwner(url, text, values)
  const mailbox = await openMailServer()
  const providers = await openProviders(randomFrom(3), { losesAnswers: false, isQuick: true }) // nothing is sent to them
  const port = await freePort()
  const shared = {
    ...production,
    DATABASE_URL: database.url('formward', 'formward_app'),
    DEMO: 'false',
    PUBLIC_URL: `http://localhost:${port}`,
    TRUST_PROXY: 'true',
    NOTIFICATION_TRANSPORT: 'smtp',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'no-reply@formward.example',
    NODE_COMPILE_CACHE: compileCache,
  }
  const migrate = (version: string) => runIn(version, ['scripts/operator/migrate.ts'], { ...shared, DATABASE_OWNER_URL: url })

  const balancer = await openBalancer(port)
  const programs: Program[] = []
  const lastResort = () => programs.forEach((program) => void program.end('SIGKILL'))
  process.once('exit', lastResort)
  const openApi = async (name: string, version: string) => {
    const own = await freePort()
    const program = openProgram({
      name,
      folder: version,
      path: 'server/main.ts',
      args: ['api'],
      environment: { ...shared, PORT: String(own) },
      logFile: join(folder, 'logs', `${name}.log`),
      readyWords: 'Formward is ready',
    })
    programs.push(program)
    return { program, port: own }
  }
  const openWorker = (name: string, version: string) => {
    const program = openProgram({
      name,
      folder: version,
      path: 'server/worker.ts',
      environment: shared,
      logFile: join(folder, 'logs', `${name}.log`),
      readyWords: 'Formward is working',
    })
    programs.push(program)
    return program
  }
  const startApi = async ({ program, port: own }: Api) => {
    await program.start()
    balancer.add(own)
  }
  const stopApi = async ({ program, port: own }: Api) => {
    balancer.takeOut(own)
    await sleep(times.drain) // for the calls that are on their way
    await program.end('SIGTERM')
  }

  try {
    await migrate(earlier)
    const began = Date.now()
    await setServer(url, whileFilling)
    await runIn(
      earlier,
      [
        '--input-type=module',
        '-e',
        `const { fillDatabase } = await import('./bench/filling/fill.ts'); await fillDatabase(process.argv[1], ${rows})`,
        url,
      ],
      { NODE_COMPILE_CACHE: compileCache },
    )
    await setServer(url, [])
    const fillSeconds = (Date.now() - began) / 1_000
    const counted = await countRows(ask)
    say(`filled in ${Math.round(fillSeconds)} s: ${JSON.stringify(counted)}`)

    const old = {
      apis: [await openApi('earlier-api-1', earlier), await openApi('earlier-api-2', earlier)],
      workers: [openWorker('earlier-worker-1', earlier), openWorker('earlier-worker-2', earlier)],
    }
    await Promise.all([...old.apis.map(startApi), ...old.workers.map((worker) => worker.start())])

    const [member] = await ask<{ id: string; organisation_id: string }>(
      'select id, organisation_id from members where email_address = $1',
      [memberAddress],
    )
    const { id: memberId, organisation_id: organisationId } = member! // the bench made this member
    const { since, ...data } = await addFormAndPatients(ask, organisationId)
    const installation = { url, baseUrl: shared.PUBLIC_URL, addresses: [shared.PUBLIC_URL], programs, ask }
    const ledger = createExpectedState()
    const cast = { ...data, organisationId, memberId, methods: ['email'] }
    const all = { ...cast, installation, ledger, mails: mailbox.received, providers, isQuick: true }
    const { staff, worldOf } = await openWorlds(all, memberAddress)

    const ending = new AbortController()
    const failures: string[] = []
    let turn = 0
    const working = Promise.all([
      ...[1, 2].map((seed) => repeat(() => sendForms(worldOf(randomFrom(seed + 10 * turn++))), ending.signal, failures)),
      repeat(() => workWithLists(worldOf(randomFrom(3))), ending.signal, failures),
      look(staff, ending.signal),
    ])
    const begins: [Part, number][] = []
    const begin = (part: Part) => {
      begins.push([part, Date.now()])
      say(part)
    }
    begin('before')
    await sleep(times.part)
    begin('migrating')
    const migratedFrom = Date.now()
    const said = await migrate(root)
    say(`migrated in ${Math.round((Date.now() - migratedFrom) / 1_000)} s`)
    begin('replacing')
    const now = {
      apis: [await openApi('api-1', root), await openApi('api-2', root)],
      workers: [openWorker('worker-1', root), openWorker('worker-2', root)],
    }
    for (const at of [0, 1]) {
      await old.workers[at]!.end('SIGTERM')
      await now.workers[at]!.start()
    }
    for (const at of [0, 1]) {
      await stopApi(old.apis[at]!)
      await startApi(now.apis[at]!)
    }
    begin('new version')
    await sleep(times.part)
    begin('both versions')
    await Promise.all([startApi(old.apis[0]!), old.workers[0]!.start()])
    await stopApi(now.apis[1]!)
    await now.workers[1]!.end('SIGTERM')
    await sleep(times.part)
    begin('earlier version again')
    await stopApi(now.apis[0]!)
    await now.workers[0]!.end('SIGTERM')
    await sleep(times.part)
    const end = Date.now()
    ending.abort()
    await working
    await Promise.all([...now.apis.map(startApi), ...now.workers.map((worker) => worker.start())])
    await stopApi(old.apis[0]!)
    await old.workers[0]!.end('SIGTERM')
    await untilQuiet(worldOf(randomFrom(4)))
    ledger.breakdowns = [] // the balancer has counted them, part by part
    const result: UpgradeResult = {
      rows: counted,
      fillSeconds,
      parts: begins.map(([part, from], at) => judge(part, balancer.answers, from, begins[at + 1]?.[1] ?? end)),
      migrations: await timeMigrations(ask, migratedFrom),
      said,
      sendings: ledger.sendings.length,
      imports: ledger.closedLists.length,
      answered: ledger.answers.size,
      failures,
      faults: await findFaults(worldOf(randomFrom(4)), since),
      folder,
    }
    writeFileSync(join(folder, 'result.json'), JSON.stringify(result, undefined, 2))
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(balancer.answers))
    return result
  } finally {
    await Promise.all(programs.map((program) => program.end('SIGTERM')))
    process.off('exit', lastResort)
    await balancer.close()
    await providers.close()
    await mailbox.close()
    await database.stop()
    for (const part of ['postgres', 'earlier']) rmSync(join(folder, part), { recursive: true, force: true })
  }
}

type Api = { program: Program; port: number }

/** Somebody who does the same work again and again. `failures`: what neither waiting nor trying again helped. */
async function repeat(work: () => Promise<void>, ending: AbortSignal, failures: string[]) {
  while (!ending.aborted) await work().catch((error: Error) => failures.push(error.message))
}

/** A list is imported, exported, and all its form requests are closed. */
async function workWithLists(world: World) {
  await importList(world)
  const list = world.ledger.imports.at(-1)! // the one that has just been imported
  await exportRequests(world, { importJobId: list.id })
  await closeList(world, list)
}

/** Somebody who looks at lists again and again, as the worklist on a screen does. */
async function look(staff: World['staff'], ending: AbortSignal) {
  const lists = ['/api/forms/request?limit=10', '/api/forms/request?limit=10&filters[status]=completed', '/api/patients/patient?limit=10']
  for (let turn = 0; !ending.aborted; turn++) {
    await staff.call('GET', lists[turn % lists.length]!).catch(() => {}) // the balancer notes how it ended
    await sleep(times.between)
  }
}

const isGood = ({ status }: Answer) => status >= 200 && status < 500

function judge(part: Part, all: Balancer['answers'], from: number, to: number): PartResult {
  const own = all.filter(({ at }) => at >= from && at < to)
  const errors: Record<string, number> = {}
  for (const { status, what } of own.filter((answer) => !isGood(answer))) {
    const kind = `${status || 'no answer'} ${what}`
    errors[kind] = (errors[kind] ?? 0) + 1
  }
  const ofKind = <T>(work: (kind: Answer['kind']) => T) => ({ read: work('read'), act: work('act') })
  return {
    part,
    seconds: (to - from) / 1_000,
    calls: own.length,
    errors,
    longestGapMs: ofKind((kind) =>
      longestGap(
        all.filter((answer) => answer.kind === kind && isGood(answer)),
        from,
        to,
      ),
    ),
    slowestMs: ofKind((kind) => Math.max(0, ...own.filter((answer) => answer.kind === kind).map(({ took }) => took))),
  }
}

/** The longest time between two good answers that began within these moments. */
function longestGap(good: Answer[], from: number, to: number) {
  const ends = good.map(({ at, took }) => at + took).toSorted((one, other) => one - other)
  let longest = 0
  let last = from
  for (const end of ends) {
    if (last >= from && last < to) longest = Math.max(longest, end - last)
    last = Math.max(last, end)
  }
  return longest
}

/** How long each file took, with its wait for tables that were in use. */
async function timeMigrations(ask: World['installation']['ask'], from: number) {
  const applied = await ask<{ name: string; seconds: number }>(
    `select name, round(extract(epoch from applied_at - coalesce(lag(applied_at) over (order by name), to_timestamp($1))), 1)::float as seconds
     from schema_migrations where applied_at >= to_timestamp($1) order by name`,
    [from / 1_000],
  )
  return Object.fromEntries(applied.flatMap(({ name, seconds }) => (seconds >= 1 ? [[name, seconds]] : [])))
}

async function countRows(ask: World['installation']['ask']) {
  const tables = ['form_requests', 'patients', 'notifications', 'form_request_events', 'submissions', 'audit_events']
  const rows = await ask<{ name: string; rows: number }>(
    tables.map((table) => `select '${table}' as name, count(*)::int as rows from ${table}`).join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
}

/** An interrupted filling starts again, so it need not survive a power cut. The upgrade must. */
const whileFilling = ['fsync = off', 'full_page_writes = off', 'autovacuum = off', "max_wal_size = '16GB'", "checkpoint_timeout = '1h'"]

async function setServer(url: string, settings: string[]) {
  for (const statement of ['reset all', ...settings.map((setting) => `set ${setting}`)]) await askOwner(url, `alter system ${statement}`)
  await askOwner(url, 'select pg_reload_conf()')
  await askOwner(url, 'checkpoint')
}
