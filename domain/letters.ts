import { hasContactDetail, reasonNotContacted, type Reachable } from './contactability.ts'
import type { MessageMethod, NotificationCategory, NotificationMethod, NotificationStatus } from './notification.ts'
import { isStillOpen, type RequestStatus } from './request-status.ts'

/** The most letters of one batch. One file holds them, and one person prints it. */
export const maxLettersPerBatch = 2_000

/** How long the file of a batch is kept after it was made, in days. */
export const letterFileDays = 7

export const letterBatchStatuses = ['making', 'ready', 'printed', 'returned'] as const
export type LetterBatchStatus = (typeof letterBatchStatuses)[number]

export type PostalAddress = { line1: string; line2: string; town: string; county: string; postcode: string }

/** Why no letter can be sent to an address, in words. Undefined if one can. */
export function addressProblem({ line1, postcode }: PostalAddress): string | undefined {
  const missing = [...(line1.trim() ? [] : ['first line']), ...(postcode.trim() ? [] : ['postcode'])]
  return missing.length > 0 ? `The patient’s address has no ${missing.join(' and no ')}.` : undefined
}

/** The lines of an address on an envelope, without the empty ones. */
export const addressLines = ({ line1, line2, town, county, postcode }: PostalAddress) =>
  [line1, line2, town, county, postcode].map((line) => line.trim()).filter((line) => line !== '')

type LetterCase = {
  request: { status: RequestStatus; expiresAt: string; isUnreached: boolean }
  patient: Reachable & { address: PostalAddress }
  lastMessage: { method: MessageMethod; status: NotificationStatus } | undefined
  /** The methods that this installation can send. */
  carried: readonly NotificationMethod[]
  /** Whether another letter is wanted for a patient who has had one. */
  again: boolean
}

/** Why no letter can be put in the queue, in words. Undefined if one can: letters are for patients whom no message reaches (NOT-10). */
export function letterRefusal({ request, patient, lastMessage, carried, again }: LetterCase, now: Date): string | undefined {
  if (!isStillOpen(request, now)) return 'A letter can be printed only while the form request is open.'
  if (lastMessage?.status === 'queued')
    return lastMessage.method === 'letter'
      ? 'A letter is already waiting to be printed.'
      : 'A message is waiting to be sent. Cancel the message before you print a letter.'
  const notContacted = reasonNotContacted(patient)
  if (notContacted !== undefined) return notContacted
  const hasLetter = lastMessage?.method === 'letter' && lastMessage.status === 'sent'
  if (!request.isUnreached && !hasLetter && hasContactDetail(patient, carried))
    return 'Letters are for patients whom no message has reached.'
  return addressProblem(patient.address) ?? (hasLetter && !again ? 'A letter has already been printed.' : undefined)
}

/** How long a letter may take in the post. The days to change one's mind after a removal are counted after these. */
export const letterPostDays = 7

type RemovalLetterCase = { patient: Reachable & { address: PostalAddress }; isWaiting: boolean }

/** Why no letter about a removal from the waiting list can be put in the queue, in words. Undefined if one can. */
export const removalLetterRefusal = ({ patient, isWaiting }: RemovalLetterCase): string | undefined =>
  isWaiting ? 'A message or letter about the removal is already waiting.' : (reasonNotContacted(patient) ?? addressProblem(patient.address))

type SentMessage = { category: NotificationCategory; method: MessageMethod; status: NotificationStatus }

/**
 * Whether the last message about a removal is a printed letter, which can come back by post. A later message that was cancelled, such as a reprint,
 * never left. `messages`: oldest first.
 */
export function canLetterComeBack(messages: readonly SentMessage[]) {
  const last = messages.findLast(({ category, status }) => category === 'removal_approved' && status !== 'cancelled')
  return last?.method === 'letter' && last.status === 'sent'
}

/** The sheets of paper for a letter with this number of printed pages. */
export const sheetsFor = (pages: number, isTwoSided: boolean) => (isTwoSided ? Math.ceil(pages / 2) : pages)

/**
 * The signs of a code: figures and capital letters without those that people take for another sign. What they type instead is read as the sign
 * that was printed.
 */
const codeSigns = '0123456789ACDEFGHJKMNPQRTVWXY'
const readAs: Record<string, string> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8', U: 'V' }
const codeLength = 12
const groupLength = 4

/** How many codes there are: 29¹², more than 2⁵⁸. */
const codeCount = BigInt(codeSigns.length) ** BigInt(codeLength)

/** A code of a large number that cannot be guessed. The number must have many more bits than a code. */
export function letterCodeOf(number: bigint): string {
  let rest = number % codeCount
  let code = ''
  while (code.length < codeLength) {
    code = codeSigns[Number(rest % BigInt(codeSigns.length))]! + code // the remainder is less than the number of signs
    rest /= BigInt(codeSigns.length)
  }
  return code
}

/** A code as it is printed: K7QM 2XWP 9RTD. */
export const formatLetterCode = (code: string) => code.match(new RegExp(`.{1,${groupLength}}`, 'g'))?.join(' ') ?? ''

/** The code that somebody typed, whatever the case, spaces, hyphens and mixed up signs. Undefined if it cannot be a code. */
export function readLetterCode(typed: string): string | undefined {
  const signs = [
    ...typed
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s\p{P}]/gu, ''),
  ].map((sign) => readAs[sign] ?? sign)
  return signs.length === codeLength && signs.every((sign) => codeSigns.includes(sign)) ? signs.join('') : undefined
}
