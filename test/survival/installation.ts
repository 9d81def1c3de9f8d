import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { startEmbeddedPostgres } from '#database/embedded.ts'
import { postmasterPid } from '#database/embedded/postmaster.ts'
import { DatabaseClient } from '#server/platform/database-client.sql.ts'

import { compileCache } from '#test/compile-cache.ts'
import { freePort } from '#test/free-port.ts'
import type { openMailServer } from '#test/mail-server.ts'
import { production } from '#test/production.ts'
import { openStandby } from '#test/standby.ts'

import { openProgram } from './program.ts'
import type { Providers } from './providers.ts'

type Mailbox = Awaited<ReturnType<typeof openMailServer>>
export type Installation = Awaited<ReturnType<typeof openInstallation>>

/** The product as it runs in a hospital: a database that survives a power cut, two processes that serve, two that work; quickly, one of each. */
export async function openInstallation(
  folder: string,
  mailbox: Mailbox,
  providers: Providers,
  { isQuick, hasStandby = false }: { isQuick: boolean; hasStandby?: boolean },
) {
  const dataDir = join(folder, 'postgres')
  // Durable even when quick: without waiting for writes, a killed database loses what it has confirmed.
  let database = await startEmbeddedPostgres({ dataDir })
  const standby = hasStandby
    ? await openStandby({ url: database.url(), dataDir }, join(folder, 'standby'), { isSynchronous: true })
    : undefined
  const url = standby ? withHosts(database.url(), standby.url) : database.url()
  const ports = isQuick ? [await freePort()] : [await freePort(), await freePort()]
  const shared = {
    ...production,
    DATABASE_URL: url,
    DEMO: 'true',
    PUBLIC_URL: `http://localhost:${ports[0]}`,
    ...providers.settings,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'no-reply@formward.example',
    // A process that is started a hundred times is read once.
    NODE_COMPILE_CACHE: compileCache,
  }
  mkdirSync(join(folder, 'logs'))
  const logOf = (name: string) => join(folder, 'logs', `${name}.log`)
  const apis = ports.map((port, at) =>
    openProgram({
      name: `api-${at + 1}`,
      path: 'server/main.ts',
      args: ['api'],
      environment: { ...shared, PORT: String(port) },
      logFile: logOf(`api-${at + 1}`),
      readyWords: 'Formward is ready',
    }),
  )
  const workers = ports.map((_port, at) =>
    openProgram({
      name: `worker-${at + 1}`,
      path: 'server/worker.ts',
      environment: shared,
      logFile: logOf(`worker-${at + 1}`),
      readyWords: 'Formward is working',
    }),
  )
  const programs = [...apis, ...workers]
  // However the test ends, none of its processes may be left running.
  const lastResort = () => programs.forEach((program) => void program.end('SIGKILL'))
  process.once('exit', lastResort)

  const addresses = ports.map((port) => `http://localhost:${port}`)
  providers.callAt(addresses)
  return {
    folder,
    url,
    baseUrl: shared.PUBLIC_URL,
    addresses,
    programs,
    /** One first: the demonstration is filled once, and the others would only wait for it. */
    startFirst: () => programs[0]!.start(),
    startOthers: () => Promise.all(programs.slice(1).map((program) => program.start())),
    /** Kills the postmaster; its backends end when they notice. */
    killDatabase: async () => {
      const pid = postmasterPid(dataDir)
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      await database.stop()
    },
    startDatabase: async () => {
      database = await startEmbeddedPostgres({ dataDir })
    },
    promoteStandby: async () => standby?.promote(),
    /** Kills the process of one connection; PostgreSQL then ends all of them and recovers. */
    killBackend: async () => {
      const [victim] = await askUntilAnswered<{ pid: number }>(
        url,
        `select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()
         order by (state = 'active') desc, random() limit 1`,
      )
      if (victim) process.kill(victim.pid, 'SIGKILL')
    },
    silenceMail: mailbox.fallSilent,
    takeAway: providers.goAway,
    ask: <T extends Record<string, unknown>>(text: string, values: unknown[] = []) => ask<T>(url, text, values),
    close: async () => {
      await Promise.all(programs.map((program) => program.end('SIGTERM')))
      await database.stop()
      await standby?.stop()
      process.off('exit', lastResort)
    },
  }
}

/** An address that names the hosts of both. */
const withHosts = (one: string, two: string) => one.replace(/@([^/]+)/, `@$1,${new URL(two).host}`)

/** As the owner, without row-level security. */
export async function ask<T extends Record<string, unknown>>(url: string, text: string, values: unknown[] = []) {
  const client = new DatabaseClient({ connectionString: url })
  // The database may be killed during the query, which then fails.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** A recovering database does not respond, for a minute at most. */
async function askUntilAnswered<T extends Record<string, unknown>>(url: string, text: string) {
  const patience = Date.now() + 60_000
  for (;;) {
    try {
      return await ask<T>(url, text)
    } catch (error) {
      if (Date.now() > patience) throw error
      await sleep(200)
    }
  }
}
