import { migrate } from '#database/migrate.ts'
import { findOwner, requireMigrated, roleOf, type DatabaseAddresses } from '#database/roles.ts'

import { makeQueues } from './workers.ts'

/** Migrates where this process may, else makes sure that another one has. Gives back the addresses, with the owner's where there is one. */
export async function prepareDatabase(addresses: DatabaseAddresses): Promise<DatabaseAddresses> {
  const ownerUrl = await findOwner(addresses)
  if (ownerUrl) await migrate(ownerUrl, makeQueues, roleOf(addresses.url))
  else await requireMigrated(addresses.url)
  return { url: addresses.url, ownerUrl }
}
