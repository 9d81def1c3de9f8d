// Backs up the embedded database into a new folder while it is in use or stopped: `npm run backup -- FOLDER`.
import { resolve } from 'node:path'

import { backUp } from '#database/embedded/backup.ts'

import { placeOfEmbeddedData, withDatabase } from './with-services.ts'

async function main([folder, ...others]: string[]) {
  if (folder === undefined || others.length > 0) throw new Error('Usage: npm run backup -- FOLDER')
  placeOfEmbeddedData('backup')
  const path = resolve(folder)
  const bytes = await withDatabase(({ ownerUrl }) => backUp(ownerUrl!, path)) // the embedded database has an owner
  process.stdout.write(`The backup is in ${path} (${(bytes / 1024 ** 2).toFixed(1)} MB)
Keep APP_SECRET and the digest of npm run audit:verify in another place than the backup
`)
}

await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
