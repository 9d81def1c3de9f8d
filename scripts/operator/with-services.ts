import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { startEmbeddedPostgres } from '#database/embedded.ts'
import { findOwner, type DatabaseAddresses } from '#database/roles.ts'
import { readConfig, type Config } from '#server/config.ts'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/platform/services.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

/** The result of a command goes to stdout, and everything else to stderr. */
const tellOperator = (line: string) => void process.stderr.write(`${line}\n`)

const root = join(import.meta.dirname, '../..')

/** Runs an operator's command with the configuration and database of the server. The server may be running, stopped or new. */
export const withServices = <T>(work: (services: Services) => Promise<T>, { migrates = false } = {}) =>
  withDatabase(
    async (addresses, config) => {
      const services = await openServices(config, addresses)
      try {
        return await work(services)
      } finally {
        await services.close()
      }
    },
    { migrates },
  )

/** The folder of the embedded database. Throws for a database of the operator's own, which has tools of its own for `command`. */
export function placeOfEmbeddedData(command: 'backup' | 'restore') {
  const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' })
  if (config.DATABASE_URL || config.DATABASE_OWNER_URL)
    throw new Error(`npm run ${command} is for the embedded database. docs/running/backup.md has the commands for your own PostgreSQL`)
  return embeddedDataOf(config)
}

const embeddedDataOf = (config: Config) => join(config.DATA_DIR ?? join(root, '.formward'), 'postgres')

/**
 * Runs a command with the addresses of the database that the environment names. Migrates the database first if `migrates` is true. Otherwise there
 * has to be one: throws if the embedded database does not exist, because starting it would create an empty one.
 */
export async function withDatabase<T>(
  work: (addresses: DatabaseAddresses, config: Config) => Promise<T>,
  { migrates = false, environment = process.env }: { migrates?: boolean; environment?: NodeJS.ProcessEnv } = {},
): Promise<T> {
  const config = readConfig({ ...environment, LOG_LEVEL: 'silent' })
  const dataDir = config.DATA_DIR ?? join(root, '.formward')
  if (!config.DATABASE_URL && !migrates && !existsSync(join(embeddedDataOf(config), 'PG_VERSION')))
    throw new Error(`There is no database in ${embeddedDataOf(config)}: check DATA_DIR`)
  const database = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDir: embeddedDataOf(config), sharedBuffers: config.SHARED_BUFFERS_MB, warn: tellOperator })
  try {
    const addresses = database
      ? { url: database.url('formward', 'formward_app'), ownerUrl: database.url(), dataDir }
      : {
          url: config.DATABASE_URL!,
          directUrl: config.DATABASE_DIRECT_URL,
          ownerUrl: config.DATABASE_OWNER_URL,
          readUrl: config.DATABASE_READ_URL,
        } // one of the two is there
    const prepared = migrates ? await prepareDatabase(addresses, tellOperator) : { ...addresses, ownerUrl: await findOwner(addresses) }
    return await work(prepared, config)
  } finally {
    await database?.stop()
  }
}
