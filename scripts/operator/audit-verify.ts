// Checks that no event of the audit log was altered or deleted: `npm run audit:verify [-- --organisation ID] [--since DAY] [--against DIGEST|FILE] [--archive FOLDER]`.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { formatCount } from '#domain/amounts.ts'
import { verifyArchive } from '#server/audit/archive/verify-archive.ts'
import type { Broken } from '#server/audit/chain/lane-place.ts'
import { type VerificationResult, verifyAudit, type VerifyOptions } from '#server/audit/chain/verify-audit.ts'

import { withServices } from './with-services.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function readOptions(): VerifyOptions & { archive: string | undefined } {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { organisation: text, since: text, against: text, archive: text } })
  const { organisation, since, against, archive } = values
  if (organisation !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(organisation))
    throw new Error('--organisation: expects the id of an organisation')
  if (since !== undefined && !/^\d{4}-\d\d-\d\d$/.test(since)) throw new Error('--since: expects a day, such as 2026-01-31')
  return {
    organisationId: organisation,
    since,
    against: against && existsSync(against) ? readFileSync(against, 'utf8') : against,
    archive: archive && resolve(archive),
  }
}

const place = ({ organisationId, lane, seq, id, at }: Broken) =>
  [`organisation ${organisationId}, lane ${lane}, event ${seq}`, id && `id ${id}`, at && `of ${at}`].filter(Boolean).join(', ')

type Found = VerificationResult & { filesOfArchive?: { files: number; events: number } }

function report(
  { organisations, lanes, events, archived, checkpoints, unsigned, broken, digest, differs, filesOfArchive }: Found,
  seconds: number,
) {
  say(
    `Checked ${formatCount(events, 'event')} and ${formatCount(checkpoints, 'checkpoint')} in ${formatCount(lanes, 'lane')} of ${formatCount(organisations, 'organisation')}`,
  )
  say(
    `Time: ${seconds.toFixed(1)} s, ${formatCount(Math.round(events / seconds), 'event')} per second. Not signed yet: ${formatCount(unsigned, 'event')}`,
  )
  if (archived > 0 && !filesOfArchive)
    say(`In the archive: ${formatCount(archived, 'event')}. The files were not read. Read them with --archive FOLDER`)
  if (filesOfArchive)
    say(`Checked ${formatCount(filesOfArchive.events, 'event')} in ${formatCount(filesOfArchive.files, 'file')} of the archive`)
  const [first, ...others] = broken
  if (first) say(`BROKEN. First problem: ${place(first)}: ${first.problem}`)
  for (const one of others) say(`Another problem: ${place(one)}: ${one.problem}`)
  if (differs) say('DIFFERENT: the signed events do not match the digest that you gave')
  if (digest) say(`Digest (keep it where the owner of the database has no access): ${digest}`)
  const isWhole = !first && !differs
  if (isWhole) say('The audit log is complete and unaltered')
  return isWhole
}

async function main() {
  const { archive, ...options } = readOptions()
  return withServices(async (services) => {
    const began = performance.now()
    const found = await verifyAudit(services, options)
    const seconds = (performance.now() - began) / 1000
    if (archive === undefined) return report(found, seconds)
    const { broken, ...filesOfArchive } = await verifyArchive(services, archive, options.organisationId)
    return report({ ...found, broken: [...broken, ...found.broken], filesOfArchive }, seconds)
  })
}

process.exitCode = await main().then(
  (isWhole) => (isWhole ? 0 : 1),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    return 2
  },
)
