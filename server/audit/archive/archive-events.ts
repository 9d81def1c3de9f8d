import { type ArchivedRange, findLastArchivedRange } from '#server/audit/chain/archived-ranges.sql.ts'
import { findCheckpointAt, findLanes, readChain, readCheckpoints } from '#server/audit/chain/chain.sql.ts'
import { type ChainedEvent, rangeSignatureOf } from '#server/audit/chain/event-hash.ts'
import { batch, follow, isSigned, type Lane, type Place, placeAt, type Problem, wronglySigned } from '#server/audit/chain/lane-place.ts'
import { listOrganisationIds } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inOrganisation } from '#server/platform/database.ts'
import { stepIn, type Steps, workerContext } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import {
  digestOfFile,
  filesOf,
  findProblemOfFile,
  manifestText,
  readIfThere,
  readManifest,
  writeEvents,
  writeManifest,
} from './archive-files.ts'
import { findArchiveLimits } from './archive-limits.sql.ts'
import { deleteEventsOf, findEndOfRange, insertArchivedRange } from './archive.sql.ts'

export type ArchiveOptions = {
  /** Events of this day and later stay in the database (ISO 8601, Europe/London). */
  before: string
  /** Only this organisation. */
  organisationId?: string | undefined
}

/** What an organisation can archive. `reason`: why it is not everything before the chosen day. */
export type ArchivePlan = {
  organisationId: string
  before: string
  reason?: 'retention' | 'legal hold'
  ranges: number
  events: number
}

/** The largest number of events in a file, unless there is no checkpoint among so many. One transaction deletes them. */
const eventsPerRange = 100_000

/** Tells what archiving would take, and changes nothing. */
export const planArchiving = (services: Services, options: ArchiveOptions, most = eventsPerRange) =>
  planRanges(services, options, ({ step, before, lane }) => endsOfRanges(step, { before, lane, most }))

async function* endsOfRanges(step: Steps['step'], { lane, ...asked }: { before: string; lane: number; most: number }) {
  let after = (await step((ctx) => findLastArchivedRange(ctx, lane)))?.last ?? 0
  for (;;) {
    const from = after
    const last = await step((ctx) => findEndOfRange(ctx, { lane, after: from, ...asked }))
    if (last === undefined) return
    yield { first: after + 1, last }
    after = last
  }
}

type Archiving = {
  services: Services
  /** Connected as the owner of the database, who alone may delete events. */
  owner: Database
  folder: string
  /** Called after each range that was moved. */
  onRange?: (organisationId: string, range: ArchivedRange) => void
  /** Smaller in tests. */
  most?: number
}

/**
 * Moves old events of the audit log to files (OPS-6). The events of a range are verified while they are written, the file is read back and verified, and
 * only then one transaction notes the range, deletes its events and records that. A run that was ended at any moment is continued by the next. Throws
 * words for the operator at the first event that is altered or missing; nothing after it in its lane is moved.
 */
export const archiveEvents = (archiving: Archiving, options: ArchiveOptions) =>
  planRanges(archiving.services, options, (lane) => moveRangesOf(archiving, lane))

type LaneToArchive = { step: Steps['step']; before: string; organisationId: string; lane: number }

/** Counts the ranges of each organisation, in the lanes one after the other. */
async function planRanges(
  services: Services,
  options: ArchiveOptions,
  rangesOf: (lane: LaneToArchive) => AsyncIterable<Pick<ArchivedRange, 'first' | 'last'>>,
) {
  const plans: ArchivePlan[] = []
  for (const organisationId of await organisationsOf(services, options)) {
    const step = stepIn(services, organisationId)
    const plan: ArchivePlan = { organisationId, ...(await step((ctx) => latestDay(ctx, options.before))), ranges: 0, events: 0 }
    for (const lane of await step(findLanes))
      for await (const { first, last } of rangesOf({ step, before: plan.before, organisationId, lane })) {
        plan.ranges++
        plan.events += last - first + 1
      }
    plans.push(plan)
  }
  return plans
}

async function organisationsOf(services: Services, { organisationId }: ArchiveOptions) {
  if (organisationId !== undefined) return [organisationId]
  return [systemOrganisationId, ...(await stepIn(services, systemOrganisationId)(listOrganisationIds))]
}

/** The chosen day, or the earlier one from which on the organisation has to keep its events at hand. */
async function latestDay(ctx: Context, chosen: string): Promise<Pick<ArchivePlan, 'before' | 'reason'>> {
  const limits = await findArchiveLimits(ctx)
  if (!limits) throw new Error(`There is no organisation ${ctx.organisationId}`)
  const { retention, legalHold } = limits
  if (legalHold !== null && legalHold < retention && legalHold < chosen) return { before: legalHold, reason: 'legal hold' }
  return retention < chosen ? { before: retention, reason: 'retention' } : { before: chosen }
}

/** Moves one range of a lane after the other, and yields each that was moved. */
async function* moveRangesOf({ most = eventsPerRange, ...archiving }: Archiving, { step, before, ...id }: LaneToArchive) {
  const lane: Lane = { ...id, keys: archiving.services.keys, onCheckpoint: () => {} }
  const place = await endOfArchive(step, lane)
  for (;;) {
    // A run that was ended after it had written this range leaves its manifest.
    const kept = await findKept(archiving.folder, lane, place, before)
    const last = kept?.last ?? (await step((ctx) => findEndOfRange(ctx, { lane: lane.lane, after: place.seq, before, most })))
    if (last === undefined) return
    const range = await writeRange(archiving.folder, { step, lane, place, last, before, kept })
    await inOrganisation(archiving.owner, lane.organisationId, (tx) =>
      moveRange(workerContext(archiving.services, lane.organisationId, tx), range),
    )
    archiving.onRange?.(lane.organisationId, range)
    yield range
  }
}

/** Where the archived events of a lane end: its start, or the signed checkpoint of the last range. */
async function endOfArchive(step: Steps['step'], lane: Lane): Promise<Place> {
  const range = await step((ctx) => findLastArchivedRange(ctx, lane.lane))
  if (!range) return placeAt(undefined)
  const end = await step((ctx) => findCheckpointAt(ctx, lane.lane, range.last))
  const isRight =
    rangeSignatureOf(lane.keys, lane.organisationId, range) === range.signature &&
    end?.hash.equals(range.hashAfter) &&
    isSigned(lane, end, end.previous)
  if (!isRight) throw stopped(lane, { seq: range.last, problem: wronglySigned })
  return placeAt(end)
}

async function findKept(folder: string, { organisationId, lane, keys }: Lane, { seq, hash }: Place, before: string) {
  const at = { organisationId, lane, first: seq + 1 }
  const kept = await readManifest(folder, at)
  if (!kept) return undefined
  const path = filesOf(folder, at).manifest
  if (rangeSignatureOf(keys, organisationId, kept) !== kept.signature || !kept.hashBefore.equals(hash))
    throw new Error(`${path}: was altered, or belongs to another database. Move it and its file away, then run the command again`)
  if (kept.before > before)
    throw new Error(
      `${path}: was written by a run that did not end, for events before ${kept.before}. Choose that day or a later one, or move the manifest and its file away`,
    )
  return kept
}

type Writing = { step: Steps['step']; lane: Lane; place: Place; last: number; before: string; kept: ArchivedRange | undefined }

/** Verifies the events of a range, has them in a file, and verifies the file. Moves the place to the end of the range. */
async function writeRange(folder: string, { step, lane, place, last, before, kept }: Writing): Promise<ArchivedRange> {
  const { organisationId } = lane
  const begin = { lane: lane.lane, first: place.seq + 1, last, before, hashBefore: place.hash }
  const files = filesOf(folder, { organisationId, ...begin })
  const events = verifiedEvents(step, lane, place, last)
  if (kept) for await (const _ of events);
  else await writeEvents(files.events, events)
  if (place.seq !== last || place.signedSeq !== last) throw stopped(lane, { seq: place.seq + 1, problem: 'missing' })
  const unsigned = { ...begin, hashAfter: place.hash, fileDigest: kept?.fileDigest ?? (await digestOfFile(files.events)) }
  const range = kept ?? { ...unsigned, signature: rangeSignatureOf(lane.keys, organisationId, unsigned) }
  if (!range.hashAfter.equals(place.hash)) throw stopped(lane, { seq: last, problem: `not the last event of ${files.events}` })
  const problem = await findProblemOfFile(folder, organisationId, range)
  if (problem) throw stopped(lane, problem)
  const text = manifestText(organisationId, range)
  if (!kept) await writeManifest(files.manifest, text)
  if ((await readIfThere(files.manifest)) !== text) throw new Error(`${files.manifest}: cannot be read back as it was written`)
  return range
}

/** Events up to a checkpoint, each after it was verified. */
async function* verifiedEvents(step: Steps['step'], lane: Lane, place: Place, last: number): AsyncGenerator<ChainedEvent> {
  while (place.seq < last) {
    const { events, checkpoints } = await step(async (ctx) => {
      const events = await readChain(ctx, lane.lane, place.seq, Math.min(batch, last - place.seq))
      return { events, checkpoints: await readCheckpoints(ctx, lane.lane, place.signedSeq, events.at(-1)?.seq ?? null, batch) }
    })
    if (events.length === 0) return
    const problem = follow(place, lane, events, checkpoints)
    if (problem) throw stopped(lane, problem)
    yield* events
  }
}

/** With the role of the owner: notes the range, deletes its events and records both, in one transaction. */
async function moveRange(ctx: Context, range: ArchivedRange) {
  const { before } = await latestDay(ctx, range.before)
  if (before < range.before)
    throw new Error(
      `Organisation ${ctx.organisationId}: the retention period or a legal hold has changed, and events from ${before} on must stay in the database. Run the command again`,
    )
  await insertArchivedRange(ctx, range)
  const { events, hasNext } = await deleteEventsOf(ctx, range)
  const { lane, first, last, fileDigest } = range
  if (events !== last - first + 1 || !hasNext)
    throw new Error(`Organisation ${ctx.organisationId}, lane ${lane}: events from ${first} to ${last} changed while they were archived`)
  await audit(ctx, 'auditEventsArchived', {
    detail: { lane, first, last, events, before: range.before, sha256: fileDigest.toString('hex') },
  })
}

const stopped = ({ organisationId, lane }: Lane, { seq, at, problem }: Problem) =>
  new Error(
    `Organisation ${organisationId}, lane ${lane}, event ${seq}${at ? ` of ${at}` : ''}: ${problem}. Nothing from there on was moved. npm run audit:verify says more`,
  )
