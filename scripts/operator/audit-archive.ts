// Moves old events of the audit log to files: `npm run audit:archive -- --to FOLDER --before DAY [--organisation ID] [--dry-run]`.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { formatDate, isIsoDate } from '#domain/dates.ts'
import { archiveEvents, type ArchivePlan, planArchiving } from '#server/audit/archive/archive-events.ts'
import { whileOnlyArchiving } from '#server/audit/archive/archive.sql.ts'
import { openServices } from '#server/open-services.ts'
import { openOwnerDatabase } from '#server/platform/database.ts'

import { withDatabase } from './with-services.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const usage = 'Usage: npm run audit:archive -- --to FOLDER --before DAY [--organisation ID] [--dry-run]'

function readOptions() {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { to: text, before: text, organisation: text, 'dry-run': { type: 'boolean' } } })
  const { to, before, organisation, 'dry-run': isDryRun = false } = values
  if (to === undefined || before === undefined) throw new Error(usage)
  if (!isIsoDate(before)) throw new Error('--before: expects a day, such as 2018-01-31')
  if (organisation !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(organisation))
    throw new Error('--organisation: expects the id of an organisation')
  // A folder that is made here could be on the wrong disk, because the right one is not mounted.
  if (!statSync(to, { throwIfNoEntry: false })?.isDirectory()) throw new Error('--to: expects a folder that exists')
  return { folder: resolve(to), options: { before, organisationId: organisation }, isDryRun }
}

const reasons = {
  retention: 'events of the retention period stay in the database',
  'legal hold': 'the oldest record on legal hold was created on that day',
}

const number = (count: number) => count.toLocaleString('en-GB')

/** One line for each organisation that has something to move, or that keeps more than the chosen day says. */
function report(plans: readonly ArchivePlan[], verb: string) {
  for (const { organisationId, before, reason, ranges, events } of plans)
    if (ranges > 0 || reason)
      say(
        `Organisation ${organisationId}: ${number(events)} events before ${formatDate(before)}${reason ? `, because ${reasons[reason]}` : ''}. Files: ${number(ranges)}`,
      )
  say(`${verb}: ${number(plans.reduce((sum, { events }) => sum + events, 0))} events`)
}

async function main() {
  const { folder, options, isDryRun } = readOptions()
  await withDatabase(async (addresses, config) => {
    const { ownerUrl } = addresses
    if (!ownerUrl) throw new Error('DATABASE_OWNER_URL: expects the address of the owner, who alone may delete events')
    const services = await openServices(config, addresses)
    const owner = openOwnerDatabase(ownerUrl)
    try {
      if (isDryRun) return report(await planArchiving(services, options), 'Would be moved')
      const onRange = (organisationId: string, { lane, first, last }: { lane: number; first: number; last: number }) =>
        say(`Moved organisation ${organisationId}, lane ${lane}, events ${first} to ${last}`)
      report(await whileOnlyArchiving(ownerUrl, () => archiveEvents({ services, owner, folder, onRange }, options)), 'Moved')
      say('Keep the files, and back them up. Next: npm run audit:verify -- --archive FOLDER')
    } finally {
      await owner.pool.end()
      await services.close()
    }
  })
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
