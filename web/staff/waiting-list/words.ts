import { formatCount } from '#domain/amounts.ts'
import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import { letterPostDays } from '#domain/letters.ts'
import type { WaitingListDecision } from '#domain/waiting-list.ts'

const formRequests = (count: number) => formatCount(count, 'form request')
const patients = (count: number) => formatCount(count, 'patient')

export const waitingListWords = {
  title: 'Waiting List',
  queues: 'Queues',
  filters: 'Filter the waiting list',
  specialty: 'Specialty',
  form: 'Form',
  waited: 'Waited',
  any: 'Any',
  waitedChip: (weeks: string) => `Waited at least ${weeks} weeks`,
  since: (day: string) => `since ${day}`,
  label: 'Form requests in this queue',
  noMatch: { title: 'No form request matches', text: 'Use fewer filters.' },
  columns: {
    patient: 'Patient',
    nhsNumber: 'NHS number',
    form: 'Form',
    specialty: 'Specialty',
    waiting: 'Waiting',
    reason: 'Reason',
    symptoms: 'Symptoms',
    answered: 'Answered',
    listed: 'In this queue',
    final: 'Final on',
    lastDay: 'Last day to reply',
    localPatientId: 'Local patient ID',
    approvedBy: 'Approved by',
  },
  saysWorse: 'Says symptoms are worse',
  export: 'Export these patients',
  exportTitle: 'Export the patients to take off the list',
  days: (days: number) => (days === 0 ? 'Today' : formatCount(days, 'day')),
}

/** What each queue is for, and what stands in it when it is empty. */
export const queueWords: Record<WaitingListQueue, { about: string; empty: string }> = {
  worse: {
    about:
      'A clinician reviews these patients first. Their symptoms have become worse, or Formward does not recognise their answer about symptoms.',
    empty: 'No patient has said that symptoms are worse.',
  },
  changed_mind: {
    about:
      'These patients still need their appointment, but a removal was approved. Check in your patient administration system that each patient is on the waiting list.',
    empty: 'No patient has changed their mind.',
  },
  link_locked: {
    about:
      'These removals were approved, but the link is locked after wrong dates of birth. The patients cannot reply online, so the removal does not become final. Phone each patient. Then withdraw the removal, or unlock the link on the form request. After that the patient has all the days to reply again.',
    empty: 'No approved removal has a locked link.',
  },
  removal_withdrawn: {
    about:
      'A removal was withdrawn after these patients were told about it, or may have been told. Formward sends no message about this. Phone or write to the patients that they stay on the waiting list, then select “Patient told”.',
    empty: 'Every patient whose removal was withdrawn has been told.',
  },
  not_told: {
    about:
      'A removal was approved, and no message reached these patients. Queue letters, or phone the patients and select “Patient told”. The removal is not final before that.',
    empty: 'Every patient whose removal was approved could be told.',
  },
  not_on_list: {
    about: 'These patients say that they are not on a waiting list. Check your records before you decide.',
    empty: 'No such answer waits for a decision.',
  },
  not_sure: {
    about: 'These patients are not sure whether they are on a waiting list or still need the appointment. Contact them.',
    empty: 'No such answer waits for a decision.',
  },
  no_longer_needed: {
    about: 'These patients say that they no longer need the appointment. The answer alone removes nobody from the waiting list.',
    empty: 'No such answer waits for a decision.',
  },
  details_changed: {
    about: 'These patients say that their contact details are wrong. Correct the patient record.',
    empty: 'No such answer waits for a decision.',
  },
  removal_approved: {
    about:
      'A removal was approved, and the patients can still change their mind. When a removal is final, the patient is listed under “Take off the list”. That is after the last day to reply at the earliest.',
    empty: 'No approved removal waits for its last day.',
  },
  take_off_list: {
    about:
      'These removals are final. Take each patient off the list in your patient administration system, then select “Mark as taken off”. Formward does not change that system.',
    empty: 'Every patient whose removal is final has been taken off the list.',
  },
  no_reply: {
    about: 'These patients have not replied. Patients who do not reply stay on the waiting list.',
    empty: 'No missing reply waits for a decision.',
  },
}

export const emptyQueueWords = { title: 'No form requests in this queue' }

const thePatients = (count: number) => (count === 1 ? 'the patient' : 'the patients')
const theFormRequests = (count: number) => (count === 1 ? 'The form request leaves' : 'The form requests leave')

type DecisionWords = { button: string; title: (count: number) => string; text: (count: number) => string; done: (count: number) => string }

/** A letter in “Could not be told” is about the removal. In the other queues it is about the form. */
export const wordsOfDecision = (queue: WaitingListQueue, decision: WaitingListDecision): DecisionWords => {
  if (queue === 'not_told' && decision === 'letter_queued') return removalLetterWords
  return queue === 'removal_withdrawn' && decision === 'told' ? withdrawalToldWords : decisionWords[decision]
}

const withdrawalToldWords: DecisionWords = {
  button: 'Patient told',
  title: (count) => `Record that ${count === 1 ? 'the patient was' : `${patients(count)} were`} told`,
  text: (count) =>
    `You have phoned or written to ${thePatients(count)} that they stay on the waiting list. ${theFormRequests(count)} this queue.`,
  done: (count) => `${formRequests(count)} recorded as told.`,
}

const removalLetterWords: DecisionWords = {
  button: 'Queue letters',
  title: (count) => `Queue letters about the removal for ${formRequests(count)}`,
  text: () =>
    `Queued letters wait to be printed under Letters. When a letter is marked as printed, the patient counts as told. The days to change their mind are counted from then, with ${letterPostDays} days for the post.`,
  done: (count) => `The letters for ${formRequests(count)} are queued.`,
}

const decisionWords: Record<WaitingListDecision, DecisionWords> = {
  reviewed: {
    button: 'Mark as reviewed',
    title: (count) => `Mark ${formRequests(count)} as reviewed`,
    text: (count) => `${theFormRequests(count)} this queue. Your name, the time and your note are kept.`,
    done: (count) => `${formRequests(count)} marked as reviewed.`,
  },
  kept: {
    button: 'Keep on the waiting list',
    title: (count) => `Keep ${formRequests(count)} on the waiting list`,
    text: (count) =>
      `${theFormRequests(count)} this queue. ${count === 1 ? 'The patient stays' : 'The patients stay'} on the waiting list.`,
    done: (count) => `${formRequests(count)} kept on the waiting list.`,
  },
  contacted_again: {
    button: 'Contact again',
    title: (count) => `Contact the patients of ${formRequests(count)} again`,
    text: (count) =>
      `${count === 1 ? 'The patient gets' : 'The patients get'} a reminder. Where the time to answer has passed, the form request is reopened and the form is sent again.`,
    done: (count) => `The message of ${formRequests(count)} is queued.`,
  },
  removal_approved: {
    button: 'Approve removal',
    title: (count) => `Approve the removal of ${patients(count)} from the waiting list`,
    text: (count) => `You approve the removal in your name. ${count === 1 ? 'The' : 'Each'} patient is told and can change their mind.`,
    done: (count) => `Removal approved for ${formRequests(count)}.`,
  },
  removal_withdrawn: {
    button: 'Withdraw removal',
    title: (count) => `Withdraw the removal for ${formRequests(count)}`,
    text: (count) =>
      count === 1
        ? 'The patient stays on the waiting list. A message that has not left is cancelled. A patient who was told about the removal, or may have been told, is listed under “Removal withdrawn”: you tell them that they stay on the list.'
        : 'The patients stay on the waiting list. Messages that have not left are cancelled. Patients who were told about the removal, or may have been told, are listed under “Removal withdrawn”: you tell them that they stay on the list.',
    done: (count) => `Removal withdrawn for ${formRequests(count)}.`,
  },
  told: {
    button: 'Patient told',
    title: (count) => `Record that ${count === 1 ? 'the patient was' : `${patients(count)} were`} told`,
    text: (count) => `You have phoned or written to ${thePatients(count)}. The days to change their mind are counted from today.`,
    done: (count) => `${formRequests(count)} recorded as told.`,
  },
  taken_off: {
    button: 'Mark as taken off',
    title: (count) => `Record that ${patients(count)} ${count === 1 ? 'was' : 'were'} taken off the list`,
    text: (count) =>
      `You have taken ${thePatients(count)} off the list in your patient administration system. ${theFormRequests(count)} this queue. Your name, the time and your note are kept.`,
    done: (count) => `${patients(count)} recorded as taken off the list.`,
  },
  letter_returned: {
    button: 'Letter came back',
    title: (count) => `Record that the letter of ${formRequests(count)} came back`,
    text: (count) =>
      count === 1
        ? 'The form request is listed under “Could not be told”. The removal is not final before the patient is told.'
        : 'The form requests are listed under “Could not be told”. The removals are not final before the patients are told.',
    done: (count) => `The letter of ${formRequests(count)} is recorded as come back.`,
  },
  letter_queued: {
    button: 'Queue a letter',
    title: (count) => `Queue a letter for ${formRequests(count)}`,
    text: () => 'Queued letters wait to be printed under Letters. Where the time to answer has passed, the form request is reopened.',
    done: (count) => `The letter of ${formRequests(count)} is queued.`,
  },
}

export const decisionDialogWords = {
  note: 'Note (optional)',
  noteHint: 'For example, what you checked. The note is shown on the form request.',
  next: (button: string) => `${button}, then next`,
  nextKeys: 'Ctrl Enter',
  cancel: 'Cancel',
  atMost: (most: number) => `At most ${formRequests(most)} are decided at once, the oldest first. Repeat the action for the others.`,
}

export const removalReviewWords = {
  reason: 'Reason (optional)',
  reasonHint: 'For example, how you checked that the patient had care elsewhere.',
  none: 'No removal can be approved.',
  final: (day: string) => `No removal is final before the end of ${day}.`,
  messages: (count: number, how: string) => `${count.toLocaleString('en-GB')} ${how}`,
  price: (price: string) => `Price of the text messages: ${price}`,
  kept: 'The messages will be kept in the outbox of this system. They will not reach the patients.',
  told: 'Messages',
  refused: 'Not approved',
  refusedRow: (count: number, reason: string) => `${count.toLocaleString('en-GB')}: ${reason}`,
  untold: (count: number) => `${patients(count)} cannot be told by a message`,
  untoldText: 'These form requests are listed under “Could not be told”.',
  letters: (letters: number) =>
    letters === 0
      ? 'None of these patients can get a letter. Phone the patients.'
      : `${patients(letters)} can get a letter: select “Queue letters” there. Phone the others.`,
  untoldRow: (patient: string, reason: string) => `${patient}: ${reason}`,
  deceased: (count: number) => `${formatCount(count, 'patient has', 'patients have')} died and ${count === 1 ? 'gets' : 'get'} no message.`,
  text: (how: string) => `Message ${how}, with sample details`,
}

export const selectionWords = {
  selectFirst: 'Select form requests first.',
  idle: 'Select form requests to decide about them.',
  all: (count: number) => `All ${formRequests(count)} in this queue are selected.`,
  selectAll: (count: number) => `Select all ${formRequests(count)} in this queue`,
  page: 'All form requests on this page are selected.',
}

export const refusedWords = {
  title: (count: number) => `${formRequests(count)} not changed`,
  row: (patient: string, reason: string) => `${patient}: ${reason}`,
  unknown: 'Form request',
  more: (count: number) => `And ${formRequests(count)} more.`,
  dismiss: 'Dismiss',
}
