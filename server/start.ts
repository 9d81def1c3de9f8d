import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { fillDemo } from '#database/demo/fill-demo.ts'
import { startEmbeddedPostgres } from '#database/embedded.ts'
import { findWeakness, type DatabaseAddresses } from '#database/roles.ts'
import { demoAccounts, demoPassword } from '#domain/demo-accounts.ts'

import { createApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { enableOrDisableDemoAccounts } from './identity/demo-accounts.ts'
import { openIdentity } from './identity/open-identity.ts'
import { openServices } from './open-services.ts'
import { waitForDatabase } from './platform/await-database.ts'
import { startTracing } from './platform/tracing.ts'
import { prepareDatabase } from './prepare-database.ts'
import { version } from './version.ts'
import { startWorkers } from './workers.ts'

const root = join(import.meta.dirname, '..')

/**
 * Starts in the order configuration, database, HTTP and/or jobs. Stops in reverse order on a signal, within ten seconds after DRAIN_SECONDS (RUN-5).
 * `pages`: fulfilled when the pages are built, if they are being built.
 */
export async function start({ api, worker, pages }: { api: boolean; worker: boolean; pages?: Promise<void> }) {
  const config = readOrExit()
  for (const warning of config.warnings) process.stderr.write(`${warning}\n`)
  const dataDir = config.DATA_DIR ?? join(root, '.formward')
  const database = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: join(dataDir, 'postgres'),
        sharedBuffers: config.SHARED_BUFFERS_MB,
        restart: true,
        log: tellOperator,
      })
  const addresses = database
    ? { url: database.url('formward', 'formward_app'), ownerUrl: database.url(), dataDir }
    : {
        url: config.DATABASE_URL!,
        directUrl: config.DATABASE_DIRECT_URL,
        ownerUrl: config.DATABASE_OWNER_URL,
        readUrl: config.DATABASE_READ_URL,
      }
  const { services, identify, serveIdentity } = await waitForDatabase(
    addresses.ownerUrl ?? addresses.url,
    () => prepare(config, addresses, api),
    {
      say: tellOperator,
    },
  ).catch((error: Error) => {
    // Errors of the configuration, such as a wrong secret, are for the operator and not for the log.
    process.stderr.write(`${error.message}\n`)
    return process.exit(1)
  })
  await pages?.catch(async (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    await database?.stop()
    process.exit(1)
  })
  const stopTracing = await startTracing(config, version)
  const app = await createApp({ services, identify, serveIdentity })

  const stop = async () => {
    if (api) {
      // Balancers notice that this process is not ready, while it still answers what they send.
      services.beginDraining()
      await sleep(config.DRAIN_SECONDS * 1_000)
    }
    setTimeout(() => process.exit(1), 10_000).unref()
    services.beginEnding()
    await app.close()
    await services.close()
    await stopTracing()
    await database?.stop()
    process.exit(0)
  }
  // Signals are handled before the process says that it is ready: a program that waits for these words may stop it at once.
  // The terminal and npm both pass on Ctrl-C. The second signal must not interrupt the shutdown.
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void (stopping ??= stop()))

  if (worker) await startWorkers(services)
  if (!api) process.stdout.write('Formward is working\n')
  if (api) {
    await app.listen({ port: config.PORT, host: config.HOST }).catch(async (error: NodeJS.ErrnoException) => {
      process.stderr.write(`${cannotListen(error, config)}\n`)
      await database?.stop()
      process.exit(1)
    })
    process.stdout.write(`Formward is ready at ${config.PUBLIC_URL}\n${config.DEMO ? demoWords() : ''}`)
  }
  return app
}

/** Messages for the operator go to stderr, because the log on stdout has one JSON object per line. */
const tellOperator = (line: string) => void process.stderr.write(`${line}\n`)

/** Opens everything that needs the database. Closes what an interrupted try has opened. */
async function prepare(config: Config, addresses: DatabaseAddresses, api: boolean) {
  const prepared = await prepareDatabase(addresses, tellOperator)
  const { url, ownerUrl } = prepared
  const services = await openServices(config, prepared)
  try {
    if (config.DEMO && ownerUrl) await fillDemo(ownerUrl, services.keys, config.PUBLIC_URL)
    const weakness = await findWeakness(url)
    if (weakness) tellOperator(weakness)
    // Only the process with the sign-in pages does this: a worker may run without the variable.
    if (api) await enableOrDisableDemoAccounts(services)
    const { identify, serve: serveIdentity } = await openIdentity(services)
    return { services, identify, serveIdentity }
  } catch (error) {
    await services.close().catch(() => {})
    throw error
  }
}

/** A port in use is the most common failure of a first start, so its message says what to do. */
function cannotListen({ code, message }: NodeJS.ErrnoException, { PORT, HOST }: Config) {
  if (code === 'EADDRINUSE') return `PORT: ${PORT} is in use by another program; choose another, for example PORT=${PORT + 1} npm start`
  if (code === 'EACCES') return `PORT: ${PORT} may not be opened by this user; choose one above 1023`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST: ${HOST} is not an address of this machine`
  return `Could not listen at ${HOST}:${PORT}: ${message}`
}

const demoWords = () =>
  [
    `Demo accounts, all with the password ${demoPassword}`,
    ...demoAccounts.map(({ emailAddress, label }) => `  ${emailAddress.padEnd(36)}${label}`),
    '',
  ].join('\n')

function readOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}
