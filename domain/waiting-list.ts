import { waitingListQueues, type WaitingListQueue } from './waiting-list-queues.ts'
import type { Answers } from './form/question.ts'

export const waitingListDecisions = [
  'reviewed',
  'kept',
  'contacted_again',
  'letter_queued',
  'letter_returned',
  'removal_approved',
  'removal_withdrawn',
  'told',
  'taken_off',
] as const
export type WaitingListDecision = (typeof waitingListDecisions)[number]

/** How an entry leaves a queue: by a decision of a user, by the patient, or because the time to change one's mind is over. */
export const waitingListOutcomes = [...waitingListDecisions, 'changed_mind', 'final'] as const
export type WaitingListOutcome = (typeof waitingListOutcomes)[number]

/** Silence never removes anyone: a patient who has not replied can only be contacted again or kept. */
export const decisionsOf: Record<WaitingListQueue, readonly WaitingListDecision[]> = {
  worse: ['reviewed', 'kept'],
  changed_mind: ['kept', 'reviewed'],
  link_locked: ['removal_withdrawn'],
  not_told: ['letter_queued', 'told', 'removal_withdrawn'],
  removal_withdrawn: ['told'],
  not_on_list: ['kept', 'removal_approved', 'reviewed'],
  not_sure: ['kept', 'removal_approved', 'reviewed'],
  no_longer_needed: ['kept', 'removal_approved'],
  details_changed: ['reviewed'],
  no_reply: ['contacted_again', 'letter_queued', 'kept'],
  take_off_list: ['taken_off', 'removal_withdrawn'],
  removal_approved: ['removal_withdrawn', 'letter_returned'],
}

/** The queues from which a removal is approved; approving it in one decides about the others of the same form request too. */
export const removableQueues = waitingListQueues.filter((queue) => decisionsOf[queue].includes('removal_approved'))

/** How many form requests are decided in one transaction. Those that are decided leave the queue, so the next call continues. */
export const maxWaitingListDecisions = 1_000
export const maxDecisionNoteLength = 1_000

/**
 * The questions of the waiting-list check that the queues read, with the answer values that lead to no queue and those that lead to one. The
 * values 0 and 1 of `waiting` are fixed by the specification (section 3). A value that is not listed here leads to `unknown`: a person looks at
 * every answer that Formward does not understand.
 */
export const waitingListQuestions = {
  waiting: {
    about: 'whether the patient is on a waiting list',
    queues: { '0': 'not_on_list', '1': 'not_sure', '2': undefined },
    unknown: 'not_sure',
  },
  needed: {
    about: 'whether the appointment is still needed',
    queues: { yes: undefined, no: 'no_longer_needed', unsure: 'not_sure' },
    unknown: 'not_sure',
  },
  changed: {
    about: 'whether symptoms have changed',
    queues: { no_change: undefined, better: undefined, a_little_worse: 'worse', much_worse: 'worse' },
    unknown: 'worse',
  },
  contact: { about: 'whether contact details are right', queues: { yes: undefined, no: 'details_changed' }, unknown: 'details_changed' },
} as const satisfies Record<string, { about: string; queues: Record<string, WaitingListQueue | undefined>; unknown: WaitingListQueue }>
type QuestionId = keyof typeof waitingListQuestions
const questionIds = Object.keys(waitingListQuestions) as QuestionId[] // exactly the keys above

/** The questions whose answers are shown beside each entry of a queue. */
export const shownQuestions = { reason: 'reason', symptoms: 'changed' } as const

/** The queues that the answers to a waiting-list form belong in. Each entry names one thing that a person decides. */
export function queuesOf(answers: Answers): WaitingListQueue[] {
  const found = questionIds.flatMap((id) => {
    const answer = answers[id]
    if (typeof answer !== 'string' || answer.trim() === '') return []
    const queues: Record<string, WaitingListQueue | undefined> = waitingListQuestions[id].queues
    return (Object.hasOwn(queues, answer) ? queues[answer] : waitingListQuestions[id].unknown) ?? []
  })
  return waitingListQueues.filter((queue) => found.includes(queue))
}

const queueLabels: Record<WaitingListQueue, string> = {
  worse: 'Symptoms worse',
  changed_mind: 'Changed their mind',
  link_locked: 'Link locked',
  not_told: 'Could not be told',
  removal_withdrawn: 'Removal withdrawn',
  not_on_list: 'Not on a waiting list',
  not_sure: 'Not sure',
  no_longer_needed: 'No longer needed',
  details_changed: 'Contact details changed',
  no_reply: 'No reply',
  take_off_list: 'Take off the list',
  removal_approved: 'Removal approved',
}
export const queueLabel = (queue: WaitingListQueue) => queueLabels[queue]

const outcomeLabels: Record<WaitingListOutcome, string> = {
  reviewed: 'Reviewed',
  kept: 'Kept on the waiting list',
  contacted_again: 'Contacted again',
  letter_queued: 'Letter queued',
  letter_returned: 'Letter came back',
  removal_approved: 'Removal approved',
  removal_withdrawn: 'Removal withdrawn',
  told: 'Patient told',
  taken_off: 'Taken off the list',
  changed_mind: 'The patient still needs the appointment',
  final: 'Removal final',
}
export const outcomeLabel = (outcome: WaitingListOutcome) => outcomeLabels[outcome]
