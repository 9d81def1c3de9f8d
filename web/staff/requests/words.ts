import { formatCount } from '#domain/amounts.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf, formatDateTime } from '#domain/moments.ts'

export const countedRequests = (count: number) => formatCount(count, 'form request')

export const worklistWords = {
  label: 'Form requests',
  empty: {
    title: 'No form requests yet',
    text: 'A form request asks a patient to fill in a form. Create the first one, or import a list of patients.',
  },
  noMatch: { title: 'No form request matches', text: 'Search for other words, choose more days or use fewer filters.' },
  notAllCounted: 'Only the newest form requests were counted. Type more of the name or number to count them all.',
}

export const requestsPageWords = {
  title: 'Form Requests',
  import: 'Import',
  export: 'Export',
  create: 'Create form request',
  columns: 'Columns',
  pane: 'Reading pane',
  more: 'More actions',
  earlier: 'Earlier bulk changes',
  exports: 'Your exports',
}

export const readingPaneWords = {
  label: 'Reading pane',
  none: 'Read beside the list',
  noneText: 'Choose a form request. The list stays beside it.',
  whole: 'Open as a page',
  close: 'Close pane',
  opened: (patient: string) => `The form request of ${patient} is open beside the list.`,
}

export const requestPageWords = {
  title: 'Form Request Details',
  locked: 'The patient cannot open the form',
  lockedText: 'The link is locked after too many wrong dates of birth. Check who is asking before you unlock the link.',
  timeline: 'Timeline',
  nhsNumber: 'NHS number',
  notKnown: 'not known',
  born: 'Born',
  years: (age: number) => `(${age} years)`,
  patientDetails: 'Patient details',
  accessLog: 'Who viewed this patient',
}

export const assigneeWords = {
  label: 'Assign to',
  hint: 'Type a name',
  missing: 'User is required.',
  you: (job: string) => `You · ${job}`,
}

export const messageTimeWords = {
  setHours: 'An organisation admin can set sending hours.',
  outbox: 'The outbox is part of this system. Messages in it do not reach patients.',
}

export const urgent = 'Urgent'

export const undoWords = { done: 'Undone.', failed: (why: string) => `Not undone. ${why}` }

/** When a message is sent that waits for the sending hours. */
export const sentLaterWords = (at: string) => `The message will be sent on ${formatDate(dateOf(at))} at ${formatDateTime(at).slice(-5)}.`

/** For a form request that a colleague has taken control of. */
export const conflictWords = {
  title: 'Someone else has taken control',
  takeOver: 'Take over',
  continue: 'Take over and continue',
  text: 'You can take over the form request. Taking over is recorded.',
}
