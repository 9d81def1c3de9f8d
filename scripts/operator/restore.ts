// Restores a backup of the embedded database where there is none: `npm run restore -- FOLDER`.
import { resolve } from 'node:path'

import { restore } from '#database/embedded/restore.ts'

import { placeOfEmbeddedData } from './with-services.ts'

async function main([folder, ...others]: string[]) {
  if (folder === undefined || others.length > 0) throw new Error('Usage: npm run restore -- FOLDER')
  const dataDir = placeOfEmbeddedData('restore')
  await restore(resolve(folder), dataDir, () => {})
  process.stdout.write(`The database is restored in ${dataDir}
Next: run npm run audit:verify, then start Formward with the same APP_SECRET. Messages that were waiting when the backup was made are sent again
`)
}

await main(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
