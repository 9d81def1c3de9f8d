// Divides the large tables into hash partitions by organisation: `npm run distribute -- --partitions 16`, while no other process runs.
import { parseArgs } from 'node:util'

import { partitionLimits, partitionTables } from '#database/partitions.ts'

import { withDatabase } from './with-services.ts'

const { least, most } = partitionLimits
const usage = `Usage: npm run distribute -- --partitions N, a number from ${least} to ${most}`

function readPartitions() {
  const { values } = parseArgs({ options: { partitions: { type: 'string' } } })
  const partitions = Number(values.partitions)
  if (!Number.isInteger(partitions) || partitions < least || partitions > most) throw new Error(usage)
  return partitions
}

async function main() {
  const partitions = readPartitions()
  await withDatabase(async ({ ownerUrl }) => {
    if (!ownerUrl) throw new Error('DATABASE_OWNER_URL: expects the address of the owner, who alone may change the tables')
    const done = await partitionTables(ownerUrl, partitions, (line) => process.stderr.write(`${line}\n`))
    for (const { table, rows, seconds } of done)
      process.stdout.write(`${table}: ${rows.toLocaleString('en-GB')} rows in ${partitions} partitions, ${seconds.toFixed(1)} s\n`)
    if (done.length === 0) process.stdout.write(`The large tables have ${partitions} partitions already\n`)
  })
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
