import { createHash } from 'node:crypto'

import { listOrganisationIds } from '#server/organisations/organisations.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerActor, workerContext } from '#server/platform/jobs.ts'
import { readRecent } from '#server/platform/read-standby.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { findArchivedRanges } from './archived-ranges.sql.ts'
import { findCheckpointAt, findCheckpointBefore, findLanes, lockSigning, readChain, readCheckpoints } from './chain.sql.ts'
import { digestText, readDigest } from './event-hash.ts'
import {
  batch,
  type Broken,
  follow,
  isSigned,
  type Lane,
  type LaneTotals,
  missingEnd,
  placeAt,
  type Problem,
  type Reading,
  wronglySigned,
} from './lane-place.ts'
import { passArchived } from './pass-archived.ts'

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
  const result: VerificationResult = { organisations: ids.length, lanes: 0, ...placeAt(undefined).totals, broken: [] }
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
      for (const total of ['events', 'archived', 'checkpoints', 'unsigned'] as const) result[total] += found[total]
      if (found.broken) result.broken.push(found.broken)
    }
  }
  result.broken.sort((one, other) => (one.at ?? 'z').localeCompare(other.at ?? 'z'))
  if (result.broken.length > 0 || since !== undefined || places !== undefined) return result
  const digest = digestText({ until, scope, sum: sum.digest('base64url') })
  return { ...result, digest, ...(kept && { differs: digest !== digestText(kept) }) }
}

type Options = Lane & {
  since?: string | undefined
  verified?: EarlierPlace | undefined
  keep?: ((verified: VerifiedCheckpoint | undefined) => Promise<void>) | undefined
}

/**
 * Checks the hashes and signatures of a lane, from its start, from the last signature before a day, or from where an earlier verification ended. Events
 * that are in the archive are passed over, also where they are moved there meanwhile.
 */
export async function verifyLane(read: Reading, options: Options): Promise<LaneTotals & { broken?: Broken }> {
  const { lane, organisationId, since, verified, keep } = options
  const found = await findBeginning(read, options)
  const begin = since !== undefined || verified?.isBeginning ? found : undefined
  const place = placeAt(begin)
  const answer = (problem?: Problem) => ({ ...place.totals, ...(problem && { broken: { organisationId, lane, ...problem } }) })
  if (verified && found?.signature !== verified.signature) return answer({ seq: verified.seq, problem: noLongerThere })
  if (begin && !isSigned(options, begin, begin.previous)) return answer({ seq: begin.seq, problem: wronglySigned })
  for (;;) {
    const { events, checkpoints, archived } = await read(async (ctx) => {
      let events = await readChain(ctx, lane, place.seq, batch)
      const checkpoints = await readCheckpoints(ctx, lane, place.signedSeq, events.at(-1)?.seq ?? null, batch)
      // Asked again: events that were written and signed after the first statement are not missing.
      if (events.length === 0 && missingEnd(place, checkpoints)) events = await readChain(ctx, lane, place.seq, batch)
      // Asked last: events that the first statement did not find because they were just archived have their range now.
      return { events, checkpoints, archived: await findArchivedRanges(ctx, lane, place.seq) }
    })
    const hasMoved = archived.length > 0 || events.length > 0
    const problem =
      archived.length > 0
        ? await passArchived(read, options, place, archived)
        : events.length > 0
          ? follow(place, options, events, checkpoints)
          : missingEnd(place, checkpoints)
    // After a problem too, so that the next verification begins before it and finds it again.
    if (hasMoved || problem) await keep?.(place.signedSeq > 0 ? { seq: place.signedSeq, signature: place.signature } : undefined)
    if (problem || !hasMoved) return answer(problem)
  }
}

async function findBeginning(read: Reading, { lane, since, verified }: Options) {
  if (since !== undefined) return read((ctx) => findCheckpointBefore(ctx, lane, since))
  return verified && read((ctx) => findCheckpointAt(ctx, lane, verified.seq))
}

const noLongerThere = 'missing: a checkpoint that an earlier verification found here is missing or was altered'
