import { recordServiceWait } from '#domain/record-service.ts'
import { findSendingState, getSettings } from '#server/nhs-app/settings.sql.ts'
import type { Context } from '#server/platform/context.ts'
import type { Steps } from '#server/platform/jobs.ts'

import { listWaiting, markWaiting, setAcknowledged, setRefused, setSendingState } from './records.sql.ts'
import { findAccount, type RecordsResult, sendRecords } from './send-records.ts'

/**
 * One call after another until nobody waits. What was acknowledged is committed after each call. If the process dies between a call and that, the
 * same numbers are sent again, which the service allows (docs/decisions/0056-record-service.md).
 */
export async function sendPatients({ services, organisationId, signal, step }: Steps) {
  const account = findAccount(services.config)
  if (!account) return
  while (!signal.aborted) {
    const batch = await step((ctx) => nextBatch(ctx, account.batchSize))
    if (batch.length === 0) return
    const result = await sendRecords(account, batch, signal)
    // The process is stopping: this was no failure of the service.
    if (signal.aborted && result.status === 'failed') return
    if (result.status !== 'acknowledged') services.log.warn({ organisationId, sent: batch.length, ...result }, 'call of the Record Service')
    await step((ctx) => recordResult(ctx, batch, result))
  }
}

/** Empty while the organisation does not use the NHS App, or waits after a failed call. */
async function nextBatch(ctx: Context, size: number) {
  const { isOn } = await getSettings(ctx)
  const state = await findSendingState(ctx)
  const isPaused = state !== undefined && new Date(state.nextTryAt) > new Date()
  return isOn && !isPaused ? listWaiting(ctx, size) : []
}

async function recordResult(ctx: Context, batch: string[], result: RecordsResult) {
  const now = new Date()
  if (result.status === 'acknowledged') {
    await setAcknowledged(ctx, batch)
    return setSendingState(ctx, { failures: 0, nextTryAt: now, isAcknowledged: true, error: null })
  }
  // The others of the call go with the next one: nothing tells whether they were stored.
  if (result.status === 'refused')
    return setRefused(
      ctx,
      result.places.flatMap((place) => batch[place] ?? []),
    )
  const failures = ((await findSendingState(ctx))?.failures ?? 0) + 1
  const waitMs = Math.max(recordServiceWait(failures) * 60_000, result.retryAfterMs)
  return setSendingState(ctx, { failures, nextTryAt: new Date(now.getTime() + waitMs), isAcknowledged: false, error: result.error })
}

/** How many NHS numbers one step of a replay marks. */
const replayStep = 10_000

/** Marks every patient to be sent again. New patients are sent meanwhile. */
export async function replayPatients({ signal, step }: Steps, { startedAt }: { startedAt: string }) {
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) {
    const from: string = after
    after = await step((ctx) => markWaiting(ctx, from, startedAt, replayStep))
  }
  signal.throwIfAborted()
}
