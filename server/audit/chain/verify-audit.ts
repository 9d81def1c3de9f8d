import { createHash } from 'node:crypto'

import { listOrganisationIds } from '#server/organisations/organisations.ts'
import { type Context, systemOrganisationId } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerActor, workerContext } from '#server/platform/jobs.ts'
import type { Keys } from '#server/platform/keys.ts'
import { readRecent } from '#server/platform/read-standby.ts'
import type { Services } from '#server/platform/services.ts'

import {
  type Checkpoint,
  findCheckpointAt,
  findCheckpointBefore,
  findLanes,
  type FollowingCheckpoint,
  lockSigning,
  readChain,
  readCheckpoints,
} from './chain.sql.ts'
import { type ChainedEvent, digestText, hashOf, readDigest, signatureOf, startOfLane } from './event-hash.ts'

export type VerifyOptions = {
  /** Only this organisation. */
  organisationId?: string | undefined
  /** Only events written after the last signature before this day. */
  since?: string | undefined
  /** A digest of an earlier verification, to compare with. */
  against?: string | undefined
  /** Where each lane of the one organisation is begun. Without, at its first event. */
  places?: Places | undefined
}

/** A checkpoint of a lane up to which the chain was found unaltered. */
export type VerifiedCheckpoint = { seq: number; signature: string }

/** `isBeginning`: the verification goes on from there. Otherwise that checkpoint must still exist, and its lane is read from the first event. */
type EarlierPlace = VerifiedCheckpoint & { isBeginning: boolean }

/** Where an earlier verification of an organisation ended, and where this one notes how far it has come. */
export type Places = {
  /** By lane. */
  list: () => Promise<ReadonlyMap<number, EarlierPlace>>
  /** Undefined if the lane was altered before its first checkpoint. */
  keep: (lane: number, verified: VerifiedCheckpoint | undefined) => Promise<void>
}

export type VerificationResult = LaneTotals & {
  organisations: number
  lanes: number
  /** The first problem of each broken lane, the earliest first. */
  broken: Broken[]
  /** The digest of all signatures. Absent when the log is broken or only a part was read. */
  digest?: string
  /** The digest does not match the one given. */
  differs?: boolean
}

/** Reads the whole audit log in constant memory and finds events that were altered or deleted (AUD-4). */
export async function verifyAudit(
  services: Services,
  { organisationId, since, against, places }: VerifyOptions = {},
): Promise<VerificationResult> {
  const readingIn =
    (id: string): Reading =>
    (work) =>
      readRecent({ services, organisationId: id, actor: workerActor(id), during: 'job' }, work)
  const ownId = organisationId ?? systemOrganisationId
  const now = await inOrganisation(services.db, ownId, (tx) => lockSigning(workerContext(services, ownId, tx)))
  const kept = against === undefined ? undefined : readDigest(against)
  const scope = organisationId ?? 'all'
  if (kept && kept.scope !== scope) throw new Error(`The digest was made for ${kept.scope}, not for ${scope}`)
  const until = kept?.until ?? now
  const ids = organisationId ? [organisationId] : [systemOrganisationId, ...(await readingIn(systemOrganisationId)(listOrganisationIds))]
  const sum = createHash('sha256')
  const result: VerificationResult = { organisations: ids.length, lanes: 0, events: 0, checkpoints: 0, unsigned: 0, broken: [] }
  for (const id of ids.toSorted()) {
    const read = readingIn(id)
    const verified = await places?.list()
    // A lane of which every row was deleted still has its place.
    for (const lane of new Set([...(await read(findLanes)), ...(verified?.keys() ?? [])])) {
      const onCheckpoint = ({ at, signature }: { at: string; signature: string }) => BigInt(at) <= BigInt(until) && sum.update(signature)
      const keep = places && ((one: VerifiedCheckpoint | undefined) => places.keep(lane, one))
      const found = await verifyLane(read, {
        lane,
        organisationId: id,
        keys: services.keys,
        since,
        verified: verified?.get(lane),
        onCheckpoint,
        keep,
      })
      result.lanes++
      for (const total of ['events', 'checkpoints', 'unsigned'] as const) result[total] += found[total]
      if (found.broken) result.broken.push(found.broken)
    }
  }
  result.broken.sort((one, other) => (one.at ?? 'z').localeCompare(other.at ?? 'z'))
  if (result.broken.length > 0 || since !== undefined || places !== undefined) return result
  const digest = digestText({ until, scope, sum: sum.digest('base64url') })
  return { ...result, digest, ...(kept && { differs: digest !== digestText(kept) }) }
}

/** Runs one short transaction in an organisation. A long read is a sequence of these, so that none stays open. */
export type Reading = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>

/** The first event of a lane that was altered or is missing. */
export type Broken = {
  organisationId: string
  lane: number
  seq: number
  /** The id and the time of the event. A missing event has neither. */
  id?: string
  at?: string
  problem: string
}

export type LaneTotals = { events: number; checkpoints: number; unsigned: number }
type Options = {
  lane: number
  organisationId: string
  keys: Keys
  since?: string | undefined
  verified?: EarlierPlace | undefined
  onCheckpoint: (one: Checkpoint) => void
  keep?: ((verified: VerifiedCheckpoint | undefined) => Promise<void>) | undefined
}

export const moment = (microseconds: string) =>
  new Date(Number(BigInt(microseconds) / 1000n)).toISOString().replace('Z', `${microseconds.slice(-3).padStart(3, '0')}Z`)

const batch = 5_000

/** Checks the hashes and signatures of a lane, from its start, from the last signature before a day, or from where an earlier verification ended. */
export async function verifyLane(read: Reading, options: Options): Promise<LaneTotals & { broken?: Broken }> {
  const { lane, organisationId, since, verified, keep } = options
  const found = await findBeginning(read, options)
  const begin = since !== undefined || verified?.isBeginning ? found : undefined
  const place = placeAt(begin)
  const answer = (problem?: Problem) => ({ ...place.totals, ...(problem && { broken: { organisationId, lane, ...problem } }) })
  if (verified && found?.signature !== verified.signature) return answer({ seq: verified.seq, problem: noLongerThere })
  if (begin && !isSigned(options, begin, begin.previous)) return answer({ seq: begin.seq, problem: wronglySigned })
  for (;;) {
    const { events, checkpoints } = await read(async (ctx) => {
      const events = await readChain(ctx, lane, place.seq, batch)
      return { events, checkpoints: await readCheckpoints(ctx, lane, place.signedSeq, events.at(-1)?.seq ?? null, batch) }
    })
    const problem = events.length > 0 ? follow(place, options, events, checkpoints) : missingEnd(place, checkpoints)
    // After a problem too, so that the next verification begins before it and finds it again.
    if (events.length > 0 || problem) await keep?.(place.signedSeq > 0 ? { seq: place.signedSeq, signature: place.signature } : undefined)
    if (problem || events.length === 0) return answer(problem)
  }
}

async function findBeginning(read: Reading, { lane, since, verified }: Options) {
  if (since !== undefined) return read((ctx) => findCheckpointBefore(ctx, lane, since))
  return verified && read((ctx) => findCheckpointAt(ctx, lane, verified.seq))
}

type Problem = Omit<Broken, 'organisationId' | 'lane'>

/** The last event and the last signature of a lane that were checked. */
type Place = { seq: number; hash: Buffer; signedSeq: number; signature: string; totals: LaneTotals }

const placeAt = (begin: FollowingCheckpoint | undefined): Place => ({
  seq: begin?.seq ?? 0,
  hash: begin?.hash ?? startOfLane,
  signedSeq: begin?.seq ?? 0,
  signature: begin?.signature ?? '',
  totals: { events: 0, checkpoints: 0, unsigned: 0 },
})

function follow(place: Place, options: Options, events: ChainedEvent[], checkpoints: Checkpoint[]): Problem | undefined {
  const signed = new Map(checkpoints.map((one) => [one.seq, one]))
  for (const event of events) {
    const checkpoint = signed.get(event.seq)
    const problem = goOn(place, event) ?? (checkpoint && check(place, options, checkpoint, event))
    if (problem) return problem
  }
  return undefined
}

const named = ({ seq, id, at }: ChainedEvent) => ({ seq, id, at: moment(at) })

function goOn(place: Place, event: ChainedEvent): Problem | undefined {
  const expected = place.seq + 1
  if (event.seq > expected)
    return { seq: expected, problem: event.seq > expected + 1 ? `missing, like every event up to ${event.seq - 1}` : 'missing' }
  if (!hashOf(event, place.hash).equals(event.hash)) return { ...named(event), problem: 'altered, or the event before it was replaced' }
  place.seq = event.seq
  place.hash = event.hash
  place.totals.events++
  place.totals.unsigned++
  return undefined
}

const wronglySigned = 'wrong signature: the checkpoint was altered, or a checkpoint before it is missing'
const noLongerThere = 'missing: a checkpoint that an earlier verification found here is missing or was altered'
const isSigned = ({ keys, organisationId }: Options, checkpoint: Checkpoint, previous: string) =>
  signatureOf(keys, organisationId, checkpoint, previous) === checkpoint.signature

function check(place: Place, options: Options, checkpoint: Checkpoint, event: ChainedEvent): Problem | undefined {
  if (!isSigned(options, checkpoint, place.signature)) return { ...named(event), problem: wronglySigned }
  if (!checkpoint.hash.equals(event.hash)) {
    const words = `rewritten: an event from ${place.signedSeq + 1} to ${checkpoint.seq} differs from what was signed at ${moment(checkpoint.at)}`
    return { ...named(event), problem: words }
  }
  place.signedSeq = checkpoint.seq
  place.signature = checkpoint.signature
  place.totals.checkpoints++
  place.totals.unsigned = 0
  options.onCheckpoint(checkpoint)
  return undefined
}

/** Finds a checkpoint after the last event of a lane: the events that it signed are missing. */
function missingEnd({ seq }: Place, [beyond]: Checkpoint[]): Problem | undefined {
  if (!beyond) return undefined
  return { seq: seq + 1, problem: `missing: events up to ${beyond.seq} existed when they were signed at ${moment(beyond.at)}` }
}
