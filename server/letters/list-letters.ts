import type { letters, WaitingLetter } from '#contract/letters.ts'
import type { Input } from '#contract/route.ts'
import { addressProblem, maxLettersPerBatch } from '#domain/letters.ts'
import type { MessageReason } from '#domain/message-reasons.ts'
import { cancelReason, removalCancelReason } from '#server/notifications/notifications.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'

import { countPrintable, type Letter, listWaiting } from './letters.sql.ts'

/** Why a letter is no longer needed. Undefined if it is. The rules are those of other messages, and a message that arrived meanwhile. */
export const letterCancelReason = (letter: Letter): MessageReason | undefined =>
  (letter.category === 'removal_approved' ? removalCancelReason(letter) : cancelReason(letter)) ??
  (letter.isReached ? { code: 'already_reached', words: 'A message has reached the patient meanwhile.' } : undefined)

/** The patient of a letter as lists show them. */
export const patientIn = ({ patient: { id, firstName, lastName, nhsNumber, dateOfBirth } }: Letter) => ({
  id,
  firstName,
  lastName,
  nhsNumber,
  dateOfBirth,
})

/** The letters that wait, and how many the next batch can hold. */
export async function listLetters(ctx: Context, { query }: Input<typeof letters.list>) {
  const { docs, total, cursor } = await listWaiting(ctx, query)
  const { contactPhone } = await getOrganisationSettings(ctx)
  return {
    docs: docs.map((letter): WaitingLetter => {
      const { id, requestId, category, formTitle, queuedAt } = letter
      return { id, requestId, category, patient: patientIn(letter), formTitle, queuedAt, problem: problemOf(letter) }
    }),
    page: query.page,
    totalDocs: total,
    ...(cursor !== undefined && { cursor }),
    printable: await countPrintable(ctx, maxLettersPerBatch),
    hasContactPhone: contactPhone.trim() !== '',
  }
}

function problemOf(letter: Letter) {
  const reason = letterCancelReason(letter)
  return reason ? `${reason.words} The letter will be cancelled.` : (addressProblem(letter.patient.address) ?? null)
}
