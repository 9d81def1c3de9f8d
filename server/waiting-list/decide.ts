import type { Input } from '#contract/route.ts'
import type { waitingList } from '#contract/waiting-list.ts'
import { removalLetterRefusal } from '#domain/letters.ts'
import { formatDateTime } from '#domain/moments.ts'
import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import { outcomeLabel, decisionsOf, maxWaitingListDecisions, waitingListOutcomes, type WaitingListDecision } from '#domain/waiting-list.ts'
import { isCountCloseTo } from '#domain/worklists.ts'
import { holdMessages, queueLetters } from '#server/notifications/notifications.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { actOnRequests, lockResendTerms, type LockedRequest, type ResendTerms, type StaffAct } from '#server/requests/requests.ts'
import { insertEventsOf } from '#server/timeline/timeline.ts'

import { approveRemovals, withdrawRemovals } from './waiting-list.ts'
import { findStillNeeded, findWaiting, findWorse, lockPrintedLetters, openEntries, setLettersReturned, setTold } from './removals.sql.ts'
import { findOpenUntil, lockEntries, setDecided, type LockedEntry } from './waiting-list.sql.ts'

type Body = Input<typeof waitingList.decide>['body']

type Asked = Pick<Body, 'queue' | 'decision'>

/** A letter in “Could not be told” is about the removal. In the other queues it is about the form. */
const isRemovalLetter = ({ queue, decision }: Asked) => queue === 'not_told' && decision === 'letter_queued'
const isAboutForm = (asked: Asked) =>
  asked.decision === 'contacted_again' || (asked.decision === 'letter_queued' && !isRemovalLetter(asked))

/** Decides entries of a queue, each once. Returns the reasons for those that were not decided. */
export async function decide(ctx: Context, { note, requests, ...asked }: Body) {
  const { queue, decision } = asked
  if (!decisionsOf[queue].includes(decision)) throw fieldProblem('decision', 'Decision is not valid for this queue.')
  const ids = await findChosen(ctx, queue, requests)
  const locked = await lockForDecision(ctx, asked, ids)
  const open = ids.flatMap((id) => {
    const entry = locked.entries.get(id)
    return entry?.isOpen ? [entry] : []
  })
  // Only for open entries, so that nobody gets a message about what a colleague has decided meanwhile.
  const refusals = isAboutForm(asked) ? await contact(ctx, decision, open) : await findRefusals(ctx, asked, open, locked)
  const decided = open.filter(({ requestId }) => !refusals.has(requestId))
  if (decided.length > 0) await writeDecision(ctx, asked, decided, note, locked)
  const refused = ids.flatMap((id) => {
    const entry = locked.entries.get(id)
    const reason = entry?.isOpen ? refusals.get(id) : entry ? decidedWords(entry) : absent
    return reason === undefined ? [] : [{ id, reason }]
  })
  return { done: decided.length, refused }
}

type Locked = Awaited<ReturnType<typeof lockForDecision>>

/** Locks what a decision depends on: patients and messages before form requests and entries, as other work does. */
async function lockForDecision(ctx: Context, { queue, decision }: Asked, ids: string[]) {
  const isAboutMessages = decision === 'removal_approved' || decision === 'contacted_again' || decision === 'letter_queued'
  const terms = isAboutMessages ? await lockResendTerms(ctx, ids) : new Map<string, ResendTerms>()
  const printed = decision === 'letter_returned' ? await lockPrintedLetters(ctx, ids) : new Map<string, string>()
  if (decision === 'removal_withdrawn') await holdMessages(ctx, ids)
  const entries = new Map((await lockEntries(ctx, queue, ids)).map((entry) => [entry.requestId, entry]))
  return { terms, printed, entries }
}

/** Why open entries cannot be decided in this way, by form request. */
async function findRefusals(
  ctx: Context,
  asked: Asked,
  open: readonly LockedEntry[],
  { terms, printed }: Locked,
): Promise<Map<string, string>> {
  const refuse = (words: string, isRefused: (entry: LockedEntry) => boolean) =>
    new Map(open.filter(isRefused).map(({ requestId }) => [requestId, words]))
  if (isRemovalLetter(asked)) return refuseRemovalLetters(ctx, open.map(idOf), terms)
  if (asked.decision === 'letter_returned') return refuse(notPrintedWords, ({ requestId }) => !printed.has(requestId))
  if (asked.decision !== 'removal_approved' && asked.decision !== 'taken_off') return new Map()
  const worse = await findWorse(
    ctx,
    open.map(({ patientId }) => patientId),
  )
  const needed = new Set(asked.decision === 'taken_off' ? await findStillNeeded(ctx, open.length, open.map(idOf)) : [])
  return new Map([
    ...refuse(stillNeededWords, ({ requestId }) => needed.has(requestId)),
    ...refuse(worseWords, ({ patientId }) => worse.has(patientId)),
  ])
}

async function writeDecision(ctx: Context, asked: Asked, decided: readonly LockedEntry[], note: string, { terms, printed }: Locked) {
  const { queue, decision } = asked
  const ids = decided.map(idOf)
  if (decision === 'removal_approved') await approveRemovals(ctx, ids, note, terms)
  else if (decision === 'letter_returned') await returnLetters(ctx, ids, printed)
  else if (decision === 'removal_withdrawn') await withdrawRemovals(ctx, ids, note)
  else await setDecided(ctx, ids, { queue, decision, note })
  if (isRemovalLetter(asked)) await queueLetters(ctx, ids, 'removal_approved')
  if (queue === 'not_told' && decision === 'told') await setTold(ctx, ids, (await getOrganisationSettings(ctx)).removalDays)
  const subjects = decided.map(({ requestId, patientId }) => ({ subjectId: requestId, patientId, detail: { queue, decision } }))
  await insertEventsOf(ctx, 'waiting_list_decided', subjects)
  await auditAll(ctx, 'waitingListDecided', subjects)
}

const idOf = ({ requestId }: LockedEntry) => requestId

/** The form requests that a decision is about: those that were named, or the oldest of all that the user saw. */
export async function findChosen(ctx: Context, queue: WaitingListQueue, requests: Body['requests']) {
  if (Array.isArray(requests)) return [...new Set(requests)]
  const { filters, until, expected } = requests
  const { ids, total } = await findOpenUntil(ctx, queue, filters, until, maxWaitingListDecisions)
  if (!isCountCloseTo(expected, total))
    throw new Problem('conflict', `There are now ${total.toLocaleString('en-GB')} form requests in this list. Check the list again.`)
  return ids
}

export const worseWords = 'The patient has said that symptoms are worse. Review this first.'
const stillNeededWords = 'The patient has since answered that the appointment is still needed.'
const notPrintedWords = 'The last message about this removal was not a printed letter.'
const absent = 'This form request is not in this queue.'

const otherEnds = { answered: 'The patient has answered', ended: 'The form request has ended', unlocked: 'The link was unlocked' }

function decidedWords({ decision, decidedAt, decidedBy }: LockedEntry) {
  const label = waitingListOutcomes.find((one) => one === decision)
  const what = label ? outcomeLabel(label) : otherEnds[decision as keyof typeof otherEnds] // a check constraint allows no others
  return `Already decided${decidedBy ? ` by ${decidedBy}` : ''} at ${formatDateTime(decidedAt!)}: ${what}.`
}

/** Why no letter about the removal can be queued, by form request. */
async function refuseRemovalLetters(ctx: Context, ids: readonly string[], terms: ReadonlyMap<string, ResendTerms>) {
  const waiting = await findWaiting(ctx, ids)
  return new Map(
    [...terms].flatMap(([id, { patient }]) => {
      const reason = removalLetterRefusal({ patient, isWaiting: waiting.has(id) })
      return reason === undefined ? [] : [[id, reason] as const]
    }),
  )
}

/** Letters came back, so the patients have not been told. The removals stay approved. */
async function returnLetters(ctx: Context, ids: readonly string[], printed: ReadonlyMap<string, string>) {
  await setLettersReturned(
    ctx,
    ids.flatMap((id) => printed.get(id) ?? []),
  )
  await openEntries(ctx, ids, 'not_told')
}

/** Sends messages or queues letters for those form requests whose patients can get one. Returns the reasons for the others. */
async function contact(ctx: Context, decision: WaitingListDecision, open: readonly LockedEntry[]): Promise<Map<string, string>> {
  const { refusals } = await actOnRequests(ctx, open.map(idOf), decision === 'contacted_again' ? contactAgain : queueLetter, {
    takeOver: false,
    maySend: true,
  })
  return new Map([...refusals].map(([id, { detail }]) => [id, detail ?? absent]))
}

const isWaiting = ({ status }: LockedRequest) => status === 'unopened' || status === 'opened'

const reopen = ({ completedAt }: LockedRequest, sendMessage: boolean): readonly StaffAct[] | Problem =>
  completedAt ? new Problem('conflict', 'The patient has answered.') : [{ kind: 'reopen', sendMessage }]

/** The form is sent again where its time has run out or no message has arrived. Otherwise the patient gets a reminder. */
const contactAgain = (request: LockedRequest): readonly StaffAct[] | Problem =>
  !isWaiting(request) ? reopen(request, true) : [request.isUnreached ? { kind: 'send', again: false } : { kind: 'remind' }]

/** A letter is for an open form request, so one that has expired is reopened with it, without a message. */
function queueLetter(request: LockedRequest): readonly StaffAct[] | Problem {
  const reopened = isWaiting(request) ? [] : reopen(request, false)
  return reopened instanceof Problem ? reopened : [...reopened, { kind: 'queue_letter', again: true }]
}
