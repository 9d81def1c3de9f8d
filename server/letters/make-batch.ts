import type { LetterBatch, letters } from '#contract/letters.ts'
import type { Input } from '#contract/route.ts'
import { addressProblem } from '#domain/letters.ts'
import { hashOfCode, letterCode } from '#server/notifications/notifications.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { type Context, inEveryWard } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import { allowForPost } from '#server/waiting-list/waiting-list.ts'

import { putLettersInBatch, removalsOf } from './batch-letters.ts'
import { getBatch, insertBatch, lockBatch } from './letter-batches.sql.ts'
import { cancelLetters, type Letter, lockPrintable, repeatLetters, setCodes } from './letters.sql.ts'
import { letterCancelReason } from './list-letters.ts'
import { makeLettersJob } from './make-letters.job.ts'

/**
 * Makes a batch of the letters that waited longest, and cancels those that are no longer needed. Returns the refusal when no letter is left, so
 * that the cancellations are committed.
 */
export async function makeBatch(ctx: Context, { body: { most, isTwoSided } }: Input<typeof letters.make>): Promise<LetterBatch | Problem> {
  await requireContactPhone(ctx)
  const chosen = await choose(ctx, most)
  if (chosen.length === 0) return new Problem('conflict', 'No letter that can be printed is waiting.')
  return insert(ctx, chosen, { isTwoSided })
}

/** Each round cancels what is no longer needed, until every letter of the batch is. */
async function choose(ctx: Context, most: number): Promise<Letter[]> {
  for (;;) {
    const found = await lockPrintable(ctx, most)
    const unneeded = found.filter((letter) => letterCancelReason(letter) !== undefined)
    if (unneeded.length === 0) return found
    await cancelUnneeded(ctx, unneeded)
  }
}

/** Cancels letters with the reason of each, and returns those that have none. */
export async function cancelUnneeded(ctx: Context, letters: readonly Letter[]) {
  const reasons = letters.map((letter) => ({ letter, reason: letterCancelReason(letter) }))
  const groups = Map.groupBy(reasons, ({ reason }) => reason?.words)
  for (const alike of groups.values()) {
    const [{ reason } = { reason: undefined }] = alike
    if (reason === undefined) continue
    await cancelLetters(
      ctx,
      alike.map(({ letter }) => letter.id),
      reason,
    )
  }
  return groups.get(undefined)?.map(({ letter }) => letter) ?? []
}

/** The letter names the phone number to answer by, for patients who cannot answer online. */
async function requireContactPhone(ctx: Context) {
  const { contactPhone } = await getOrganisationSettings(ctx)
  if (contactPhone.trim() === '')
    throw new Problem(
      'conflict',
      'The letters need a phone number for patients to call. Enter the number in the organisation’s settings first.',
    )
}

/** Prints the letters of a batch again, in a batch of their own. Letters that are no longer needed are left out. */
export async function printAgain(
  ctx: Context,
  { params: { id }, body: { reason } }: Input<typeof letters.printAgain>,
): Promise<LetterBatch> {
  const batch = await lockBatch(ctx, id)
  if (!batch) throw new Problem('not_found')
  await requireContactPhone(ctx)
  if (batch.status !== 'printed') throw new Problem('conflict', 'Only a batch that was printed can be printed again.')
  const isNeeded = (letter: Letter) => letterCancelReason(letter) === undefined && addressProblem(letter.patient.address) === undefined
  return inEveryWard(ctx, async () => {
    const repeated = await repeatLetters(ctx, id, isNeeded)
    if (repeated.length === 0) throw new Problem('conflict', 'None of these letters is needed now.')
    return insert(ctx, repeated, { isTwoSided: batch.isTwoSided, reprintOf: id, reason })
  })
}

async function insert(ctx: Context, chosen: readonly Letter[], asked: { isTwoSided: boolean; reprintOf?: string; reason?: string }) {
  const { keys } = ctx.services
  const id = await insertBatch(ctx, { letters: chosen.length, ...asked })
  await putLettersInBatch(ctx, id, chosen)
  // Locks the form requests, which every other change locks before their links.
  await allowForPost(ctx, removalsOf(chosen))
  await setCodes(
    ctx,
    chosen.map(({ requestId }) => ({ requestId, hash: hashOfCode(keys, letterCode(keys, requestId)) })),
  )
  await enqueue(ctx, makeLettersJob, { batchId: id })
  const { reprintOf, reason } = asked
  await audit(ctx, 'letterBatchMade', {
    subjectId: id,
    patientIds: [...new Set(chosen.map(({ patient }) => patient.id))],
    detail: { letters: chosen.length, ...(reprintOf !== undefined && { reprintOf, reason }) },
  })
  return getBatch(ctx, id)
}
