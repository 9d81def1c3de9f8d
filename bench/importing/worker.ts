import { readConfig } from '#server/config.ts'
import { startCheckingImports } from '#server/imports/judging/check-import.job.ts'
import { startCompletingImports } from '#server/imports/completing/complete-import.job.ts'
import { openServices } from '#server/open-services.ts'

/** A worker that knows imports and nothing else: a hundred thousand messages that go out meanwhile are not what is measured. */
const config = readConfig(process.env)
const floor = await openServices(config, { url: config.DATABASE_URL!, ownerUrl: config.DATABASE_URL! }) // whoever starts this gives it one
await startCheckingImports(floor)
await startCompletingImports(floor)
process.on('SIGTERM', () => void floor.close().then(() => process.exit(0)))
process.stdout.write('working\n')
