import { type ArchivedRange, findEventWithin } from './archived-ranges.sql.ts'
import { type Checkpoint, readCheckpoints } from './chain.sql.ts'
import { rangeSignatureOf } from './event-hash.ts'
import { batch, isSigned, type Lane, moveTo, type Place, type Problem, type Reading, wronglySigned } from './lane-place.ts'

/**
 * Goes on to the end of archived ranges that follow each other: checks that each range is signed and joins the events before it, and the signatures of
 * its checkpoints, which stay in the database. The events are checked with the files of the archive, and none of them may be in the database too: somebody
 * would have added it.
 */
export async function passArchived(
  read: Reading,
  lane: Lane,
  place: Place,
  ranges: readonly ArchivedRange[],
): Promise<Problem | undefined> {
  for (const range of ranges) {
    const problem = problemOf(lane, place, range) ?? (await passCheckpoints(read, lane, place, range)) ?? (await findAdded(read, range))
    if (problem) return problem
    place.totals.archived += range.last - place.seq
    place.seq = range.last
    place.hash = range.hashAfter
  }
  return undefined
}

function problemOf({ keys, organisationId }: Lane, { seq, hash }: Place, range: ArchivedRange): Problem | undefined {
  if (rangeSignatureOf(keys, organisationId, range) !== range.signature)
    return { seq: range.first, problem: `wrong signature: the record that events up to ${range.last} are in the archive was altered` }
  if (range.first > seq + 1) return { seq: seq + 1, problem: `missing, like every event up to ${range.first - 1}` }
  // A verification that is under way when its events are archived is in the middle of a range.
  if (range.first === seq + 1 && !range.hashBefore.equals(hash))
    return { seq: range.first, problem: `archived events up to ${range.last} do not follow the event before them` }
  return undefined
}

async function findAdded(read: Reading, range: ArchivedRange): Promise<Problem | undefined> {
  const seq = await read((ctx) => findEventWithin(ctx, range))
  return seq === undefined ? undefined : { seq, problem: 'added: this event was archived, and the database has one in its place' }
}

async function passCheckpoints(read: Reading, lane: Lane, place: Place, { last, hashAfter }: ArchivedRange): Promise<Problem | undefined> {
  for (let end: Checkpoint | undefined; ;) {
    const checkpoints = await read((ctx) => readCheckpoints(ctx, lane.lane, place.signedSeq, last, batch))
    for (const checkpoint of checkpoints) {
      if (!isSigned(lane, checkpoint, place.signature)) return { seq: checkpoint.seq, problem: wronglySigned }
      moveTo(place, lane, checkpoint)
    }
    end = checkpoints.at(-1) ?? end
    if (checkpoints.length === batch) continue
    return end?.seq === last && end.hash.equals(hashAfter)
      ? undefined
      : { seq: last, problem: 'missing: the checkpoint at which archived events end is missing or was altered' }
  }
}
