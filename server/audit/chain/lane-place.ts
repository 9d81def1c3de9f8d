import type { Context } from '#server/platform/context.ts'
import type { Keys } from '#server/platform/keys.ts'

import type { Checkpoint, FollowingCheckpoint } from './chain.sql.ts'
import { type ChainedEvent, hashOf, signatureOf, startOfLane } from './event-hash.ts'

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
export type Problem = Omit<Broken, 'organisationId' | 'lane'>

/** `archived`: events that are in the archive, and were not read. */
export type LaneTotals = { events: number; archived: number; checkpoints: number; unsigned: number }

export type Lane = { lane: number; organisationId: string; keys: Keys; onCheckpoint: (one: Checkpoint) => void }

/** The last event and the last signature of a lane that were checked. */
export type Place = { seq: number; hash: Buffer; signedSeq: number; signature: string; totals: LaneTotals }

/** Events and checkpoints that are read at a time. */
export const batch = 5_000

export const moment = (microseconds: string) =>
  new Date(Number(BigInt(microseconds) / 1000n)).toISOString().replace('Z', `${microseconds.slice(-3).padStart(3, '0')}Z`)

export const placeAt = (begin: FollowingCheckpoint | undefined): Place => ({
  seq: begin?.seq ?? 0,
  hash: begin?.hash ?? startOfLane,
  signedSeq: begin?.seq ?? 0,
  signature: begin?.signature ?? '',
  totals: { events: 0, archived: 0, checkpoints: 0, unsigned: 0 },
})

/** Checks the next events of a lane, and the checkpoints that signed them. */
export function follow(place: Place, lane: Lane, events: ChainedEvent[], checkpoints: Checkpoint[]): Problem | undefined {
  const signed = new Map(checkpoints.map((one) => [one.seq, one]))
  for (const event of events) {
    const checkpoint = signed.get(event.seq)
    const problem = goOn(place, event) ?? (checkpoint && check(place, lane, checkpoint, event))
    if (problem) return problem
  }
  return undefined
}

const named = ({ seq, id, at }: ChainedEvent) => ({ seq, id, at: moment(at) })

/** What is wrong with the event that should follow the one with this place and hash. */
export function problemOfNext({ seq, hash }: Pick<Place, 'seq' | 'hash'>, event: ChainedEvent): Problem | undefined {
  const expected = seq + 1
  if (event.seq > expected)
    return { seq: expected, problem: event.seq > expected + 1 ? `missing, like every event up to ${event.seq - 1}` : 'missing' }
  if (!hashOf(event, hash).equals(event.hash)) return { ...named(event), problem: 'altered, or the event before it was replaced' }
  return undefined
}

function goOn(place: Place, event: ChainedEvent): Problem | undefined {
  const problem = problemOfNext(place, event)
  if (problem) return problem
  place.seq = event.seq
  place.hash = event.hash
  place.totals.events++
  place.totals.unsigned++
  return undefined
}

export const wronglySigned = 'wrong signature: the checkpoint was altered, or a checkpoint before it is missing'
export const isSigned = ({ keys, organisationId }: Pick<Lane, 'keys' | 'organisationId'>, checkpoint: Checkpoint, previous: string) =>
  signatureOf(keys, organisationId, checkpoint, previous) === checkpoint.signature

function check(place: Place, lane: Lane, checkpoint: Checkpoint, event: ChainedEvent): Problem | undefined {
  if (!isSigned(lane, checkpoint, place.signature)) return { ...named(event), problem: wronglySigned }
  if (!checkpoint.hash.equals(event.hash)) {
    const words = `rewritten: an event from ${place.signedSeq + 1} to ${checkpoint.seq} differs from what was signed at ${moment(checkpoint.at)}`
    return { ...named(event), problem: words }
  }
  moveTo(place, lane, checkpoint)
  return undefined
}

/** Notes a checkpoint whose signature is right. */
export function moveTo(place: Place, lane: Lane, checkpoint: Checkpoint) {
  place.signedSeq = checkpoint.seq
  place.signature = checkpoint.signature
  place.totals.checkpoints++
  place.totals.unsigned = 0
  lane.onCheckpoint(checkpoint)
}

/**
 * Finds a checkpoint after the last event of a lane: the events that it signed are missing. One of events that were read before they were signed is not
 * beyond the end.
 */
export function missingEnd({ seq }: Place, checkpoints: readonly Checkpoint[]): Problem | undefined {
  const beyond = checkpoints.find((one) => one.seq > seq)
  if (!beyond) return undefined
  return { seq: seq + 1, problem: `missing: events up to ${beyond.seq} existed when they were signed at ${moment(beyond.at)}` }
}
