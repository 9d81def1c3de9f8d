import { readConfig } from '#server/config.ts'
import { startCheckingImports } from '#server/imports/judging/check-import.job.ts'
import { startCompletingImports } from '#server/imports/completing/complete-import.job.ts'
import { openServices } from '#server/open-services.ts'

/** A worker for imports only, because the messages that an import sends are not part of the measurement. */
const config = readConfig(process.env)
const services = await openServices(config, { url: config.DATABASE_URL!, ownerUrl: config.DATABASE_URL! }) // set by the process that starts this one
await startCheckingImports(services)
await startCompletingImports(services)
process.on('SIGTERM', () => void services.close().then(() => process.exit(0)))
process.stdout.write('working\n')
