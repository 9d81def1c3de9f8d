export const requestColumnWords = {
  patient: 'Patient',
  nhsNumber: 'NHS number',
  status: 'Status',
  form: 'Form',
  version: 'Version',
  specialty: 'Specialty',
  pathway: 'Pathway',
  sentBy: 'Sent by',
  location: 'Location',
  assignee: 'Assignee',
  outcome: 'Outcome',
  created: 'Created',
  submitted: 'Submitted',
  updated: 'Updated',
  expires: 'Expires',
  event: 'Event',
  dateOfBirth: 'Date of birth',
}

export const columnsDialogWords = {
  title: 'Columns and row height',
  text: 'The choice is kept in this browser until you sign out.',
  columns: 'Columns',
  columnsHint: 'Alt with ↑ or ↓ moves a column.',
  always: 'always shown',
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  moved: (column: string, place: number, of: number) => `${column} is now ${place} of ${of}.`,
  widthOf: (column: string) => `Width of ${column}`,
  widths: { narrow: 'Narrow', medium: 'Medium', wide: 'Wide' },
  rowHeight: 'Row height',
  compact: 'Compact',
  compactHint: 'One line for each form request',
  comfortable: 'Comfortable',
  comfortableHint: 'With all scores and red flags',
  reset: 'Reset columns',
  done: 'Done',
}

export const notReachedColumnWords = { tried: 'Tried', reason: 'Reason', since: 'Since', whatToDo: 'What to do' }

export const nextStepWords = {
  correct: 'Correct and send',
  sendAgain: 'Send again',
  printLetter: 'Queue a letter',
  openPatient: 'Open patient',
  queued: 'The message is queued.',
  letterQueued: 'A letter waits to be printed.',
  of: (act: string, patient: string) => `${act}: ${patient}`,
}

export const worklistFilterWords = {
  label: 'Filter form requests',
  search: 'Search form requests',
  searchExample: 'Name, number or pathway',
  answer: (question: string, answer: string) => `${question} ${answer}`,
  filters: 'Filters',
  urgentInAnyStatus: 'Urgent in any status',
  urgentFirst: 'Urgent first',
  marks: 'Urgent, red flag, not reached',
  severalStatuses: 'Several statuses',
  any: 'Any',
  me: 'Me',
  unassigned: 'Unassigned',
  noOutcome: 'No outcome',
  noWard: 'No ward',
  status: 'Status',
  all: 'All',
}

export const dateRangeWords = {
  today: 'Today',
  lastDays: (days: number) => `Last ${days} days`,
  from: 'From',
  to: 'To',
  toBeforeFrom: 'Enter a day on or after the first day.',
  show: 'Show these days',
  anyDay: 'Any day',
}

export const firstStepWords = { create: 'Create form request', import: 'Import from a spreadsheet' }
