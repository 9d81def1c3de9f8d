import { formatCount } from '#domain/amounts.ts'
import type { BulkChange, BulkReason } from '#contract/bulk-changes.ts'
import type { BadgeVariant } from '#domain/request-status.ts'
import type { MessageMethod } from '#domain/notification.ts'
import { type BulkMessageAct, maxMessagesPerBulkChange, maxRequestsPerBulkChange } from '#domain/worklists.ts'
import { countedRequests } from '#web/staff/requests/words.ts'

import { bulkWords } from './bar-words.ts'
import { countedFor } from './bulk-acts.ts'

const formatNumber = (count: number) => count.toLocaleString('en-GB')
const tooMany = (most: number) => `You can change up to ${formatNumber(most)}`

export const bulkDialogWords = {
  cancel: 'Cancel',
  back: 'Back to the list',
  done: 'Done',
  noMatch: 'No form requests match the filters now.',
  noneAble: (total: number, done: string) =>
    total === 1
      ? `This form request cannot be ${done} in its current status.`
      : `None of these form requests can be ${done} in their current status.`,
  tooMany: `${tooMany(maxRequestsPerBulkChange)} form requests at once. Use filters to select fewer.`,
  allTaken: 'All of these form requests are assigned to someone else. Tick the box to take over.',
  changesAll: 'This changes all form requests that match now, on every page. You can keep working, and cancel the rest at any time.',
  listChanged: 'The list has changed since you opened this dialog.',
  countAgain: 'Count again',
}

export const bulkDecisionWords = {
  urgentUnconfirmed: 'Confirm that you want to close urgent form requests.',
  sendingUndecided: 'Choose whether to send the message again.',
  closeUrgent: (count: number) => (count === 1 ? 'Close the urgent form request' : `Close the ${formatNumber(count)} urgent form requests`),
  redFlag: (name: string, count: number) => `${name} (${formatNumber(count)})`,
  urgentHint: (redFlags: readonly string[]) =>
    `${redFlags.length > 0 ? `Red flags: ${redFlags.join(', ')}. ` : ''}Urgent form requests stay open unless you tick this box.`,
  sendAgain: 'Send the message again?',
  sendAgainHint: (count: number | undefined) =>
    count === undefined
      ? 'Some messages may not have gone out, and some form requests may have expired.'
      : `${countedRequests(count)} expired, or the last message did not go out.`,
  yesSend: 'Yes, send the message again',
  noSend: 'No, list the form requests as not reached',
}

export const bulkMessageWords = {
  submit: { send: 'Send', remind: 'Send', queue_letter: 'Queue', cancel_message: 'Cancel' } satisfies Record<BulkMessageAct, string>,
  back: 'Back',
  tooMany: `You can select up to ${formatNumber(maxMessagesPerBulkChange)} form requests at once. Use filters to select fewer.`,
  none: {
    send: 'No message can be sent.',
    remind: 'No reminder can be sent.',
    queue_letter: 'No letter can be queued.',
    cancel_message: 'No message is waiting to be sent.',
  } satisfies Record<BulkMessageAct, string>,
  kept: 'The messages are kept in the outbox of this system. They do not reach the patients.',
  several: 'A patient with several form requests gets a message for each.',
  letters: 'The letters wait on the Letters screen until a batch is printed.',
  severalLetters: 'A patient with several form requests gets a letter for each.',
  /** '120 messages, 245 fragments, £5.88' or '120 letters, £102.00' */
  messages: (
    messages: string,
    { fragments, price, tooLong }: { fragments: number | null; price: string | null; tooLong: number },
    method: MessageMethod,
  ) =>
    [
      messages,
      ...(fragments === null ? [] : [formatCount(fragments, 'fragment')]),
      ...(fragments === null && method !== 'letter' ? [] : [price ?? 'price not set']),
      ...(tooLong > 0 ? [`${formatCount(tooLong, 'message')} too long to send`] : []),
    ].join(', '),
  lastDue: (time: string, isAccountShared: boolean) =>
    `The messages are sent one after another. ${isAccountShared ? `The last message will be sent at ${time} at the earliest. Other organisations can send through the same account.` : `The last message will be sent by ${time}.`}`,
  open: 'The form requests stay open. A patient who has had no other message counts as not reached.',
  again: (count: number) => `Include ${countedRequests(count)} whose message has already been sent`,
  againHint: 'For patients who have lost the message. Otherwise they get none.',
  againLetters: (count: number) => `Include ${countedRequests(count)} whose letter has already been printed`,
  againLettersHint: 'For patients who have lost the letter. Otherwise they get none.',
  nothingTicked: {
    send: 'Tick a box, or there is no message to send.',
    remind: 'Tick a box, or there is no reminder to send.',
    queue_letter: 'Tick a box, or there is no letter to queue.',
    cancel_message: 'Tick a box, or there is no message to cancel.',
  } satisfies Record<BulkMessageAct, string>,
  left: (act: BulkMessageAct, count: number) =>
    act === 'cancel_message'
      ? `${countedRequests(count)} ${count === 1 ? 'does' : 'do'} not change:`
      : `${countedRequests(count)} ${count === 1 ? 'gets' : 'get'} no ${bulkWords[act].noun}:`,
}

export const consequenceWords = {
  unanswered: (count: number) => ` ${count === 1 ? 'has' : 'have'} not been answered. `,
  noLongerAble: (count: number) => `The ${count === 1 ? 'patient' : 'patients'} will no longer be able to answer.`,
  reopened: 'The form requests return to their earlier status. Patients who have not answered can answer again.',
  already: (count: number, done: string) => `${countedRequests(count)} ${count === 1 ? 'is' : 'are'} already ${done}.`,
  unable: (count: number, done: string) =>
    `${countedRequests(count)} cannot be ${done} in ${count === 1 ? 'its' : 'their'} current status and will not change.`,
  takeOver: (count: number) => `Take over ${countedRequests(count)} assigned to someone else`,
  takeOverHint: (isGiving: boolean, count: number) => {
    const [they, change] = count === 1 ? ['It is', 'it does not change'] : ['They are', 'they do not change']
    return `${isGiving ? 'Taking over is recorded.' : `${they} assigned to you, and taking over is recorded.`} Otherwise ${change}.`
  },
}

export const bulkResultWords = {
  summary: (done: number, notDone: number, verb: string) =>
    `${countedRequests(done)} ${verb}. ${formatNumber(notDone)} could not be ${verb}.`,
  unknown: 'A form request',
  takeOver: (confirm: string, count: number) => `Take over and ${confirm.toLowerCase()} ${countedRequests(count)}`,
}

export const bulkChangePageWords = {
  title: 'Bulk Change',
  started: (time: string, isTakeOver: boolean) =>
    `Started on ${time}${isTakeOver ? ', including form requests assigned to someone else' : ''}.`,
  removed: (time: string) => `The results were removed on ${time}`,
  removedText: "Results are kept for 30 days. The audit log and each form request's timeline keep what was done.",
  progress: (tried: number, total: number) => `${formatNumber(tried)} of ${countedRequests(total)}`,
  leave: 'You can leave this page. The change continues.',
  cancelRest: 'Cancel the rest',
  takenByOthers: (count: number) => `${countedRequests(count)} ${count === 1 ? 'was' : 'were'} assigned to someone else`,
  unchanged: (count: number) =>
    `${count === 1 ? 'This form request was' : 'These form requests were'} not changed. Taking over is recorded.`,
  columns: { patient: 'Patient', nhsNumber: 'NHS number', form: 'Form', outcome: 'Outcome', status: 'Status now' },
  all: 'All',
}

export const bulkChangesPageWords = {
  title: 'Bulk Changes',
  description: 'Your bulk changes and their results.',
  columns: { change: 'Change', status: 'Status', done: 'Done', refused: 'Not done', started: 'Started' },
}

export const watchedChangesWords = {
  label: 'Bulk changes',
  results: 'See the results',
  details: 'Details',
  dismiss: 'Dismiss',
}

export const isUnderway = ({ status }: BulkChange) => status === 'running' || status === 'failed'

export const changeLooks: Record<BulkChange['status'], { label: string; badge: BadgeVariant }> = {
  running: { label: 'In progress', badge: 'info' },
  failed: { label: 'Will be retried', badge: 'warning' },
  completed: { label: 'Done', badge: 'success' },
  cancelled: { label: 'Cancelled', badge: 'dark' },
  stopped: { label: 'Stopped', badge: 'danger' },
}

export const titleOf = ({ act, totalRequests, assignee, outcome }: BulkChange) =>
  `${bulkWords[act].title} ${countedFor(act, totalRequests)}${bulkWords[act].after ?? ''}${assignee ? ` to ${assignee.name}` : ''}${outcome ? `: ${outcome.name}` : ''}`

/** The numbers of form requests that were changed, refused and not tried. */
export function endingOf({ act, status, doneRequests, refusedRequests, totalRequests }: BulkChange) {
  const left = totalRequests - doneRequests - refusedRequests
  const parts = [
    // Some form requests were already in the wanted state and needed no change.
    `${countedFor(act, doneRequests)} ${doneRequests === 1 ? 'is' : 'are'} ${bulkWords[act].done}`,
    ...(refusedRequests > 0 ? [`${refusedRequests.toLocaleString('en-GB')} could not be`] : []),
    ...(left > 0 ? [`${left.toLocaleString('en-GB')} not tried`] : []),
  ]
  return `${status === 'cancelled' ? 'Cancelled: ' : status === 'stopped' ? 'Stopped: ' : ''}${parts.join(', ')}.`
}

/** The reason that a group of form requests shares. */
export const reasonWords = ({ outcome, reason }: Pick<BulkReason, 'outcome' | 'reason'>, isOver: boolean) =>
  ({
    done: 'Done',
    waiting: isOver ? 'Not tried' : 'Not yet',
    taken_control: 'Assigned to someone else',
    not_found: 'Not found',
    conflict: reason,
  })[outcome]

export const changeListWords = {
  label: 'Bulk changes',
  empty: {
    title: 'No bulk changes yet',
    text: 'To make one, select all form requests on a page, then select all that match.',
  },
}

export const changeResultsWords = {
  label: 'Form requests of this change',
  empty: { title: 'No form requests of this kind' },
}
