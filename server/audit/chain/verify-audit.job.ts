import { z } from 'zod'

import { dateOf, weekdayOf } from '#domain/moments.ts'
import { listOrganisationIds, listOrganisationsAtWork } from '#server/organisations/organisations.ts'
import { findLastWholeCheck, insertAuditCheck } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { isDatabaseUnavailable, isOrganisationMoving } from '#server/platform/database-problem.ts'
import { describeError } from '#server/platform/errors.ts'
import { enqueue, enqueueAll, job, oneAtATime, type Steps, workInSteps, workOn } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { lockSigning } from './chain.sql.ts'
import { addToPart, deleteParts, findPart, findUnfinished, insertParts, sumParts } from './check-parts.sql.ts'
import { digestOfAll } from './digest-of-all.ts'
import { countUnverified, verifiedPlaces, wholeWithinMs } from './verified-places.ts'
import { verifyAudit } from './verify-audit.ts'

const Part = z.object({ startedAt: z.string(), number: z.int() })
type Part = z.infer<typeof Part>
const Whole = Part.pick({ startedAt: true })

/** Hours are long enough for a huge organisation. A part that is stopped or fails goes on where it was, in this process or another. */
const forHours = { policy: 'exclusive', retryLimit: 20, expireInSeconds: 6 * 3_600 } as const

const startJob = job('verify-audit', z.object({}), { policy: 'exclusive', retryLimit: 1 })
const partJob = job('verify-audit-part', Part, forHours)
const finishJob = job('finish-verifying-audit', Whole, forHours)
export const verifyAuditJobs = { startJob, partJob, finishJob }

/**
 * Verifies the audit log every night, from where the last verification ended, and once a month from the first event. The result goes to the process's
 * log and to /metrics. The digest is logged because the log is outside the database.
 */
export async function startVerifyingAudit(services: Services) {
  await workOn(services, startJob, (ctx) => beginVerification(ctx))
  await workInSteps(services, partJob, verifyPart, oneAtATime)
  await workInSteps(services, finishJob, finishVerification, oneAtATime)
  await services.boss.schedule(startJob.name, '37 3 * * *', { organisationId: systemOrganisationId }, { tz: 'Europe/London' })
}

const day = 86_400_000
/** An interrupted verification of the whole log is continued for so long. */
const continuedForMs = 3 * day
/** Many small organisations share a part, so that a night has some hundred jobs. */
const organisationsInPart = 50

/**
 * Whether the whole log must be verified in this night: on the first Sunday of a month, and when that did not happen for 31 days. `last`: when it was verified as a whole, as ISO 8601; undefined if it never was.
 */
export function isWholeDue(last: string | undefined, now: Date) {
  if (last === undefined || now.getTime() - Date.parse(last) > wholeWithinMs) return true
  const today = dateOf(now)
  return weekdayOf(now) === 'Sunday' && Number(today.slice(-2)) <= 7 && dateOf(last) < today
}

/** Queues the parts of a verification, or those that are left of an interrupted one of the whole log. */
export async function beginVerification(ctx: Context, now = new Date(), inPart = organisationsInPart) {
  const unfinished = await findUnfinished(ctx)
  if (unfinished?.isWhole && now.getTime() - Number(unfinished.startedAt) / 1_000 < continuedForMs)
    return unfinished.numbers.length > 0
      ? queueParts(ctx, unfinished.startedAt, unfinished.numbers)
      : queueFinish(ctx, unfinished.startedAt)
  if (unfinished) {
    const { startedAt, isWhole, numbers } = unfinished
    ctx.services.log.error({ startedAt, isWhole, parts: numbers.length }, 'a verification of the audit log did not end')
    await deleteParts(ctx, startedAt)
  }
  const startedAt = await lockSigning(ctx)
  const isWhole = isWholeDue((await findLastWholeCheck(ctx))?.at, now)
  const [all, atWork] = [await listOrganisationIds(ctx), await listOrganisationsAtWork(ctx)]
  const ids = [systemOrganisationId, ...atWork]
  const leftOut = all.filter((id) => !ids.includes(id))
  if (leftOut.length > 0)
    ctx.services.log.warn({ startedAt, organisations: leftOut }, 'the audit logs of organisations that are being moved are not verified')
  const parts = Array.from({ length: Math.ceil(ids.length / inPart) }, (_, nth) => ids.slice(nth * inPart, (nth + 1) * inPart))
  await insertParts(ctx, startedAt, isWhole, parts)
  return queueParts(ctx, startedAt, [...parts.keys()])
}

const queueParts = (ctx: Context, startedAt: string, numbers: readonly number[]) =>
  enqueueAll(
    ctx,
    partJob,
    numbers.map((number) => ({ startedAt, number })),
    { keyOf: ({ number }) => `${startedAt} ${number}` },
  )

const queueFinish = (ctx: Context, startedAt: string) => enqueue(ctx, finishJob, { startedAt }, { key: startedAt })

/**
 * Verifies the organisations that are left of a part. One that fails holds up no other one, and the part is tried again. The part that is done last
 * queues the end.
 */
export async function verifyPart({ services, step, signal }: Steps, { startedAt, number }: Part) {
  const part = await step((ctx) => findPart(ctx, startedAt, number))
  if (!part) return // the verification has ended or was given up
  const failures: unknown[] = []
  for (const organisationId of part.remaining) {
    signal.throwIfAborted()
    try {
      const places = verifiedPlaces(services, organisationId, { startedAt, isWhole: part.isWhole, signal })
      const { events, broken } = await verifyAudit(services, { organisationId, places }).catch(insteadIfMoving({ events: 0, broken: [] }))
      for (const { problem, ...place } of broken) services.log.error({ ...place, problem }, 'the audit log was altered')
      await step((ctx) => addToPart(ctx, { startedAt, number }, organisationId, { events, brokenLanes: broken.length }))
    } catch (error) {
      if (signal.aborted || isDatabaseUnavailable(error)) throw error
      services.log.error({ job: partJob.name, organisationId, ...describeError(error, services.config) }, 'job failed in an organisation')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  services.log.debug({ startedAt, part: number, organisations: part.remaining.length }, 'a part of the audit log is verified')
  // In a transaction of its own: of parts that end at the same time, one sees that all are done.
  await step(async (ctx) => (await sumParts(ctx, startedAt))?.isDone && queueFinish(ctx, startedAt))
}

/** The log of an organisation that is being moved, or was moved away, is verified by the move and then in the other installation. */
const insteadIfMoving =
  <T>(instead: T) =>
  (error: unknown) => {
    if (isOrganisationMoving(error)) return instead
    throw error
  }

/** Tells and keeps the result when all parts are done. */
export async function finishVerification({ services, step, signal }: Steps, { startedAt }: { startedAt: string }) {
  const sum = await step((ctx) => sumParts(ctx, startedAt))
  if (!sum?.isDone) return
  const { isWhole, events } = sum
  let { brokenLanes } = sum
  if (brokenLanes === 0) {
    for (const id of [systemOrganisationId, ...(await step(listOrganisationsAtWork))]) {
      signal.throwIfAborted()
      const lanes = await countUnverified(services, id, { startedAt, isWhole }).catch(insteadIfMoving(0))
      if (lanes > 0) services.log.error({ organisationId: id, lanes }, 'lanes of the audit log were not verified')
      brokenLanes += lanes
    }
  }
  if (brokenLanes === 0 && isWhole) {
    const digest = await digestOfAll(services, startedAt, signal)
    services.log.info({ events, digest }, 'the audit log is complete and unaltered')
  }
  if (brokenLanes === 0 && !isWhole) services.log.info({ events }, 'the audit log is complete and unaltered since its last verification')
  await step(async (ctx) => {
    await insertAuditCheck(ctx, { events, brokenLanes, isWhole })
    await deleteParts(ctx, startedAt)
  })
}
