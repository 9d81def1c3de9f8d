import { type ArchivedRange, findArchivedRanges } from '#server/audit/chain/archived-ranges.sql.ts'
import { findLanes } from '#server/audit/chain/chain.sql.ts'
import { rangeSignatureOf, startOfLane } from '#server/audit/chain/event-hash.ts'
import { type Broken, type Problem } from '#server/audit/chain/lane-place.ts'
import { listOrganisationIds } from '#server/organisations/organisations.ts'
import { stepIn, type Steps } from '#server/platform/jobs.ts'
import type { Keys } from '#server/platform/keys.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { filesOf, findProblemOfFile, manifestText, readIfThere } from './archive-files.ts'

export type ArchiveVerification = {
  files: number
  events: number
  /** The first problem of each file. */
  broken: Broken[]
}

/**
 * Reads every file of the archive and finds events that were altered or are missing, and files that are missing, were altered or stand in another's
 * place (AUD-4, OPS-6). What is archived, the database says: each range joins the one before it, and the last one the events in the database.
 */
export async function verifyArchive(services: Services, folder: string, organisationId?: string): Promise<ArchiveVerification> {
  const result: ArchiveVerification = { files: 0, events: 0, broken: [] }
  const ids = organisationId
    ? [organisationId]
    : [systemOrganisationId, ...(await stepIn(services, systemOrganisationId)(listOrganisationIds))]
  for (const id of ids.toSorted()) {
    const step = stepIn(services, id)
    for (const lane of await step(findLanes)) {
      let end: Pick<ArchivedRange, 'last' | 'hashAfter'> = { last: 0, hashAfter: startOfLane }
      for await (const range of rangesOf(step, lane)) {
        const problem = problemOf(services.keys, id, end, range) ?? (await findProblem(folder, id, range))
        result.files++
        if (problem) result.broken.push({ organisationId: id, lane, ...problem })
        else result.events += range.last - range.first + 1
        end = range
      }
    }
  }
  return result
}

async function* rangesOf(step: Steps['step'], lane: number) {
  for (let after = 0; ;) {
    const ranges = await step((ctx) => findArchivedRanges(ctx, lane, after))
    yield* ranges
    const last = ranges.at(-1)
    if (!last) return
    after = last.last
  }
}

function problemOf(keys: Keys, organisationId: string, end: Pick<ArchivedRange, 'last' | 'hashAfter'>, range: ArchivedRange) {
  if (rangeSignatureOf(keys, organisationId, range) !== range.signature)
    return { seq: range.first, problem: 'wrong signature: the record of archived events was altered' }
  return range.first === end.last + 1 && range.hashBefore.equals(end.hashAfter)
    ? undefined
    : { seq: end.last + 1, problem: 'archived events do not follow the event before them' }
}

async function findProblem(folder: string, organisationId: string, range: ArchivedRange): Promise<Problem | undefined> {
  const path = filesOf(folder, { organisationId, ...range }).manifest
  const text = await readIfThere(path)
  const problem = await findProblemOfFile(folder, organisationId, range)
  if (problem || text === manifestText(organisationId, range)) return problem
  return {
    seq: range.first,
    problem: `${text === undefined ? 'missing: the manifest is not there' : 'altered: the manifest is not the one that was archived'} (${path})`,
  }
}
