import { stepIn } from '#server/platform/jobs.ts'
import type { Keys } from '#server/platform/keys.ts'
import type { Services } from '#server/platform/services.ts'

import { findLastCheckpoints } from './chain.sql.ts'
import { deleteSealedCheckpoint, listSealedCheckpoints, type SealedCheckpoint, setSealedCheckpoint } from './verified-checkpoints.sql.ts'
import type { Places } from './verify-audit.ts'

/**
 * `startedAt`: when the verification began, in microseconds since 1970. `isWhole`: of the whole log, which may have been interrupted. `signal`: stops it,
 * between two places.
 */
type Verification = { startedAt: string; isWhole: boolean; signal: AbortSignal }

/** The longest time between two verifications of a whole lane. The seal says when the last one began, so nobody can put the next one off. */
export const wholeWithinMs = 31 * 86_400_000

const isTooOld = (wholeCheck: string | null) => wholeCheck === null || Date.now() - Number(wholeCheck) / 1_000 > wholeWithinMs

/**
 * Where the worker's verifications of an organisation end and begin. Each place is sealed with a key that is not in the database, so nobody can move it
 * behind an event that was altered: a place without its seal is left out, and its lane is read from the first event.
 */
export function verifiedPlaces(services: Services, organisationId: string, { startedAt, isWhole, signal }: Verification): Places {
  const { keys, log } = services
  const step = stepIn(services, organisationId)
  /** Of the lanes that are not read from their first event. */
  const wholeChecks = new Map<number, string | null>()
  return {
    list: async () => {
      const rows = await step(listSealedCheckpoints)
      const sealed = rows.filter((row) => row.seal === sealOf(keys, organisationId, row))
      if (sealed.length < rows.length)
        log.warn({ organisationId, lanes: rows.length - sealed.length }, 'lanes of the audit log are verified from their first event')
      return new Map(
        sealed.map((row) => {
          const isBeginning = row.wholeCheck === startedAt || (!isWhole && !isTooOld(row.wholeCheck))
          if (isBeginning) wholeChecks.set(row.lane, row.wholeCheck)
          return [row.lane, { ...row, isBeginning }]
        }),
      )
    },
    keep: async (lane, verified) => {
      if (!verified) return void (await step((ctx) => deleteSealedCheckpoint(ctx, lane)))
      const wholeCheck = wholeChecks.get(lane) ?? startedAt
      const place = { lane, ...verified, wholeCheck, verifiedAt: `${Date.now()}000` }
      await step((ctx) => setSealedCheckpoint(ctx, { ...place, seal: sealOf(keys, organisationId, place) }))
      signal.throwIfAborted()
    },
  }
}

/**
 * The number of lanes of an organisation of which a verification that found nothing wrong has not verified the last checkpoint before its start. Not from
 * what the parts say, which are not sealed.
 */
export async function countUnverified(services: Services, organisationId: string, { startedAt, isWhole }: Omit<Verification, 'signal'>) {
  const step = stepIn(services, organisationId)
  const [last, rows] = await step((ctx) => Promise.all([findLastCheckpoints(ctx, startedAt), listSealedCheckpoints(ctx)]))
  const sealed = new Map(rows.filter((row) => row.seal === sealOf(services.keys, organisationId, row)).map((row) => [row.lane, row]))
  return last.filter(({ lane, seq }) => {
    const place = sealed.get(lane)
    return !place || place.seq < seq || isTooOld(place.wholeCheck) || (isWhole && place.wholeCheck !== startedAt)
  }).length
}

const sealOf = (
  keys: Keys,
  organisationId: string,
  { lane, seq, signature, wholeCheck, verifiedAt }: Omit<SealedCheckpoint, 'seal'>,
): string => keys.sign('verified-checkpoint', [organisationId, lane, seq, signature, wholeCheck ?? '', verifiedAt].join('|'))
