import type { LetterBatch, letters } from '#contract/letters.ts'
import type { Input } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { type Context, inEveryWard } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { insertEventsOf } from '#server/timeline/timeline.ts'
import { allowForPost } from '#server/waiting-list/waiting-list.ts'

import { removalsOf, waitForAnother } from './batch-letters.ts'
import { isEnvelopeChanged } from './envelope.ts'
import { endBatch, getBatch, lockBatch, removeFile } from './letter-batches.sql.ts'
import { cancelLetters, type Letter, lettersInFile, lockBatchLetters, nextLetters, setPrinted } from './letters.sql.ts'
import { letterCancelReason, patientIn } from './list-letters.ts'
import { cancelUnneeded } from './make-batch.ts'

// A batch keeps its letters when their patients move to another ward: who sees the batch reads and ends every letter of it.

/** A batch with the letters in its file that must not be posted, because something changed after the file was made. */
export async function readBatch(ctx: Context, id: string) {
  const batch = await getBatch(ctx, id)
  const inFile = batch.status === 'ready' ? await inEveryWard(ctx, () => lettersInFile(ctx, id)) : []
  return {
    ...batch,
    toRemove: inFile.flatMap((letter) => {
      const reason = removeReason(ctx, letter)
      return reason === undefined ? [] : [{ number: letter.number ?? 0, requestId: letter.requestId, patient: patientIn(letter), reason }]
    }),
  }
}

function removeReason({ services: { keys } }: Context, letter: Letter) {
  if (letter.status === 'cancelled') return 'The letter was cancelled.'
  const cancelled = letterCancelReason(letter)
  if (cancelled) return `${cancelled.words} The letter will be cancelled.`
  return isEnvelopeChanged(keys, letter)
    ? 'The patient’s name or address was changed after the letter was made. The letter will wait for another batch.'
    : undefined
}

/**
 * Records that the letters of a batch were printed. Those that must not be posted are cancelled, or wait for another batch with the patient's new
 * name or address. Refused while the user has not been told about all of these, because they would be posted. A second call changes nothing.
 */
export async function markPrinted(
  ctx: Context,
  { params: { id }, body: { removed } }: Input<typeof letters.markPrinted>,
): Promise<LetterBatch> {
  const batch = await lockBatch(ctx, id)
  if (!batch) throw new Problem('not_found')
  if (batch.status === 'printed') return getBatch(ctx, id)
  if (batch.status !== 'ready') throw new Problem('conflict', 'Only a batch with a file can be marked as printed.')
  if (!batch.isDownloaded) throw new Problem('conflict', 'Download and print the letters first.')
  const printed = await inEveryWard(ctx, () => recordPrinted(ctx, { id, number: batch.number }, new Set(removed)))
  // From now on the letters are printed again only on purpose (printAgain), not from a file that is still there.
  await removeFile(ctx, [id])
  await endBatch(ctx, id, 'printed')
  await audit(ctx, 'letterBatchPrinted', { subjectId: id, patientIds: patientsOf(printed), detail: { letters: printed.length } })
  return getBatch(ctx, id)
}

async function recordPrinted(ctx: Context, batch: { id: string; number: number }, removed: ReadonlySet<number | null>) {
  await lockBatchLetters(ctx, batch.id)
  const inFile = await lettersInFile(ctx, batch.id)
  const unknown = inFile.filter((letter) => removeReason(ctx, letter) !== undefined && !removed.has(letter.number)).length
  if (unknown > 0)
    throw new Problem(
      'conflict',
      `${unknown === 1 ? '1 more letter' : `${unknown} more letters`} must not be posted. Take the letters in the list out, then mark the batch as printed.`,
    )
  const needed = await cancelUnneeded(
    ctx,
    inFile.filter(({ status }) => status === 'queued'),
  )
  const { keys } = ctx.services
  const isPosted = (letter: Letter) => !removed.has(letter.number) && !isEnvelopeChanged(keys, letter)
  const printed = needed.filter(isPosted)
  const notPosted = needed.filter((letter) => !isPosted(letter))
  await setPrinted(ctx, printed)
  await allowForPost(ctx, removalsOf(printed))
  for (const [isRepeated, alike] of Map.groupBy(printed, (letter) => letter.isRepeated))
    await insertEventsOf(
      ctx,
      isRepeated ? 'letter_printed_again' : 'letter_printed',
      alike.map(({ id, requestId, category }) => ({ subjectId: requestId, detail: { notificationId: id, category, batch: batch.number } })),
    )
  await waitForAnother(
    ctx,
    notPosted.map((letter) => letter.id),
  )
  return printed
}

/** Puts the letters of a batch that was not printed back in the queue, and removes its file. A second call changes nothing. */
export async function putBack(ctx: Context, id: string): Promise<LetterBatch> {
  const batch = await lockBatch(ctx, id)
  if (!batch) throw new Problem('not_found')
  if (batch.status === 'returned') return getBatch(ctx, id)
  if (batch.status === 'printed') throw new Problem('conflict', 'The batch was already marked as printed.')
  const letters = await inEveryWard(ctx, () => releaseLetters(ctx, id, batch))
  await removeFile(ctx, [id])
  await endBatch(ctx, id, 'returned')
  await audit(ctx, 'letterBatchReturned', { subjectId: id, patientIds: patientsOf(letters), detail: { letters: letters.length } })
  return getBatch(ctx, id)
}

async function releaseLetters(ctx: Context, batchId: string, { isReprint }: { isReprint: boolean }) {
  await lockBatchLetters(ctx, batchId)
  const letters = await nextLetters(ctx, batchId, 0, maxInt)
  const ids = letters.map((letter) => letter.id)
  // Letters that were to be printed again were printed once already, so they do not wait for another batch.
  if (isReprint) await cancelLetters(ctx, ids, { code: 'cancelled_by_user', words: 'The letter was not printed again.' })
  else await waitForAnother(ctx, ids)
  return letters
}

const maxInt = 2_147_483_647
const patientsOf = (letters: readonly Letter[]) => [...new Set(letters.map(({ patient }) => patient.id))]
