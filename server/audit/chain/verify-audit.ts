import { createHash } from 'node:crypto'

import { listOrganisationIds } from '#server/organisations/organisations.ts'
import { type Context, systemOrganisationId } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import type { Keys } from '#server/platform/keys.ts'
import type { Services } from '#server/platform/services.ts'

import { type Checkpoint, findCheckpointBefore, findLanes, lockSigning, readChain, readCheckpoints } from './chain.sql.ts'
import { type ChainedEvent, digestText, hashOf, readDigest, signatureOf, startOfLane } from './event-hash.ts'

export type VerifyOptions = {
  /** Only this organisation. */
  organisationId?: string | undefined
  /** Only what was written since the last signature before this day. */
  since?: string | undefined
  /** A digest kept elsewhere. */
  against?: string | undefined
}

export type VerificationResult = LaneTotals & {
  organisations: number
  lanes: number
  /** One for each lane that is broken, the earliest first. */
  broken: Broken[]
  /** Stands for everything signed so far; none where the log is broken or only a part was read. */
  digest?: string
  /** A digest was given, and the log says something else now. */
  differs?: boolean
}

/** Reads the whole log in constant memory and says whether it is as it was written (AUD-4). */
export async function verifyAudit(services: Services, { organisationId, since, against }: VerifyOptions = {}): Promise<VerificationResult> {
  const readingIn =
    (id: string): Reading =>
    (work) =>
      inOrganisation(services.db, id, (tx) => work(workerContext(services, id, tx)))
  const now = await readingIn(organisationId ?? systemOrganisationId)(lockSigning)
  const kept = against === undefined ? undefined : readDigest(against)
  const scope = organisationId ?? 'all'
  if (kept && kept.scope !== scope) throw new Error(`That digest is of ${kept.scope}, not of ${scope}`)
  const until = kept?.until ?? now
  const ids = organisationId ? [organisationId] : [systemOrganisationId, ...(await readingIn(systemOrganisationId)(listOrganisationIds))]
  const sum = createHash('sha256')
  const result: VerificationResult = { organisations: ids.length, lanes: 0, events: 0, checkpoints: 0, unsigned: 0, broken: [] }
  for (const id of ids.toSorted()) {
    const read = readingIn(id)
    for (const lane of await read(findLanes)) {
      const onCheckpoint = ({ at, signature }: { at: string; signature: string }) => BigInt(at) <= BigInt(until) && sum.update(signature)
      const found = await verifyLane(read, { lane, organisationId: id, keys: services.keys, since, onCheckpoint })
      result.lanes++
      for (const total of ['events', 'checkpoints', 'unsigned'] as const) result[total] += found[total]
      if (found.broken) result.broken.push(found.broken)
    }
  }
  result.broken.sort((one, other) => (one.at ?? 'z').localeCompare(other.at ?? 'z'))
  if (result.broken.length > 0 || since !== undefined) return result
  const digest = digestText({ until, scope, sum: sum.digest('base64url') })
  return { ...result, digest, ...(kept && { differs: digest !== digestText(kept) }) }
}

/** A short transaction of one organisation: a long read goes from key to key and never holds one open. */
export type Reading = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>

/** The first event of a lane that is not as it was written, or is not there. */
export type Broken = {
  organisationId: string
  lane: number
  seq: number
  /** Its number in the log and when it was, where it is there; else when it was known to be there. */
  id?: string
  at?: string
  problem: string
}

export type LaneTotals = { events: number; checkpoints: number; unsigned: number }
type Options = { lane: number; organisationId: string; keys: Keys; since?: string | undefined; onCheckpoint: (one: Checkpoint) => void }

export const moment = (microseconds: string) =>
  new Date(Number(BigInt(microseconds) / 1000n)).toISOString().replace('Z', `${microseconds.slice(-3).padStart(3, '0')}Z`)

const batch = 5_000

/** Follows a lane from its start, or from where it was last signed before a day, to its end. */
export async function verifyLane(read: Reading, options: Options): Promise<LaneTotals & { broken?: Broken }> {
  const { lane, organisationId, since } = options
  const begin = since === undefined ? undefined : await read((ctx) => findCheckpointBefore(ctx, lane, since))
  const place = placeAt(begin)
  const answer = (problem?: Problem) => ({ ...place.totals, ...(problem && { broken: { organisationId, lane, ...problem } }) })
  if (begin && !isSigned(options, begin, begin.previous)) return answer({ seq: begin.seq, problem: wronglySigned })
  for (;;) {
    const { events, checkpoints } = await read(async (ctx) => {
      const events = await readChain(ctx, lane, place.seq, batch)
      return { events, checkpoints: await readCheckpoints(ctx, lane, place.signedSeq, events.at(-1)?.seq ?? null, batch) }
    })
    const problem = events.length > 0 ? follow(place, options, events, checkpoints) : missingEnd(place, checkpoints)
    if (problem || events.length === 0) return answer(problem)
  }
}

type Problem = Omit<Broken, 'organisationId' | 'lane'>

/** How far a lane has been followed: to this event, and to this signature. */
type Place = { seq: number; hash: Buffer; signedSeq: number; signature: string; totals: LaneTotals }

const placeAt = (begin: Checkpoint | undefined): Place => ({
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
    return { seq: expected, problem: `missing${event.seq > expected + 1 ? `, with all up to ${event.seq - 1}` : ''}` }
  if (!hashOf(event, place.hash).equals(event.hash)) return { ...named(event), problem: 'altered, or the one before it replaced' }
  place.seq = event.seq
  place.hash = event.hash
  place.totals.events++
  place.totals.unsigned++
  return undefined
}

const wronglySigned = 'the signature of its checkpoint is wrong: it was altered, or one before it is missing'
const isSigned = ({ keys, organisationId }: Options, checkpoint: Checkpoint, previous: string) =>
  signatureOf(keys, organisationId, checkpoint, previous) === checkpoint.signature

function check(place: Place, options: Options, checkpoint: Checkpoint, event: ChainedEvent): Problem | undefined {
  if (!isSigned(options, checkpoint, place.signature)) return { ...named(event), problem: wronglySigned }
  if (!checkpoint.hash.equals(event.hash)) {
    const words = `rewritten: it, or one since event ${place.signedSeq + 1}, is not what was signed at ${moment(checkpoint.at)}`
    return { ...named(event), problem: words }
  }
  place.signedSeq = checkpoint.seq
  place.signature = checkpoint.signature
  place.totals.checkpoints++
  place.totals.unsigned = 0
  options.onCheckpoint(checkpoint)
  return undefined
}

/** After the last event: whatever was signed beyond it is gone. */
function missingEnd({ seq }: Place, [beyond]: Checkpoint[]): Problem | undefined {
  if (!beyond) return undefined
  return { seq: seq + 1, problem: `missing: all up to event ${beyond.seq} were there when it was signed at ${moment(beyond.at)}` }
}
