import { migrate } from '#database/migrate.ts'
import { findOwner, refuseVersion01, requireMigrated, roleOf, type DatabaseAddresses } from '#database/roles.ts'

import { findOwnerProblem, findPoolerProblem } from './platform/pooler.sql.ts'
import { makeQueues } from './workers.ts'

/** Migrates the database if this process may, else checks that it is migrated. Returns the addresses, with the owner's if there is one. */
export async function prepareDatabase(addresses: DatabaseAddresses, say: (line: string) => void): Promise<DatabaseAddresses> {
  await refuseVersion01(addresses)
  const ownerUrl = await findOwner(addresses)
  refuse(ownerUrl && (await findOwnerProblem(ownerUrl, addresses)))
  if (ownerUrl) await migrate(ownerUrl, makeQueues, { application: roleOf(addresses.url), say })
  else await requireMigrated(addresses.url)
  // A new database has the application's role from the migrations.
  refuse(await findPoolerProblem(addresses))
  return { ...addresses, ownerUrl }
}

function refuse(problem: string | undefined) {
  if (problem) throw new Error(problem)
}
