import { createHash } from 'node:crypto'

import { listOrganisationIds } from '#server/organisations/everywhere.ts'
import { systemOrganisationId } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { workerContext } from '#server/platform/jobs.ts'

import { findLanes, holdSigning } from './chain.sql.ts'
import { digestText, readDigest } from './digest.ts'
import { verifyLane, type Broken, type LaneTotals, type Reading } from './verify-lane.ts'

export type VerifyOptions = {
  /** Only this organisation. */
  organisationId?: string | undefined
  /** Only what was written since the last signature before this day. */
  since?: string | undefined
  /** A digest kept elsewhere. */
  against?: string | undefined
}

export type Verdict = LaneTotals & {
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
export async function verifyAudit(services: Services, { organisationId, since, against }: VerifyOptions = {}): Promise<Verdict> {
  const readingIn =
    (id: string): Reading =>
    (work) =>
      inOrganisation(services.db, id, (tx) => work(workerContext(services, id, tx)))
  const now = await readingIn(organisationId ?? systemOrganisationId)(holdSigning)
  const kept = against === undefined ? undefined : readDigest(against)
  const scope = organisationId ?? 'all'
  if (kept && kept.scope !== scope) throw new Error(`That digest is of ${kept.scope}, not of ${scope}`)
  const until = kept?.until ?? now
  const ids = organisationId ? [organisationId] : [systemOrganisationId, ...(await readingIn(systemOrganisationId)(listOrganisationIds))]
  const sum = createHash('sha256')
  const verdict: Verdict = { organisations: ids.length, lanes: 0, events: 0, checkpoints: 0, unsigned: 0, broken: [] }
  for (const id of ids.toSorted()) {
    const read = readingIn(id)
    for (const lane of await read(findLanes)) {
      const onCheckpoint = ({ at, signature }: { at: string; signature: string }) => BigInt(at) <= BigInt(until) && sum.update(signature)
      const found = await verifyLane(read, { lane, organisationId: id, keys: services.keys, since, onCheckpoint })
      verdict.lanes++
      for (const total of ['events', 'checkpoints', 'unsigned'] as const) verdict[total] += found[total]
      if (found.broken) verdict.broken.push(found.broken)
    }
  }
  verdict.broken.sort((one, other) => (one.at ?? 'z').localeCompare(other.at ?? 'z'))
  if (verdict.broken.length > 0 || since !== undefined) return verdict
  const digest = digestText({ until, scope, sum: sum.digest('base64url') })
  return { ...verdict, digest, ...(kept && { differs: digest !== digestText(kept) }) }
}
