// Migrates the database to this version: `npm run migrate`, with the address of the owner in DATABASE_OWNER_URL (or in DATABASE_URL).
import { openKeys } from '#server/platform/keys.ts'

import { withDatabase } from './with-services.ts'

await withDatabase(
  async ({ ownerUrl }, config) => {
    // A process with the application's address alone can read the keys, but cannot create them.
    if (ownerUrl) await openKeys(ownerUrl, config.APP_SECRET, config.APP_SECRET_PREVIOUS)
    if (ownerUrl) process.stdout.write('The database is migrated\n')
    else process.stdout.write('The database is already migrated\n')
  },
  { migrates: true },
).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
