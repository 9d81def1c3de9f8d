export const requestColumnWords = {
  patient: 'Patient',
  nhsNumber: 'NHS number',
  status: 'Status',
  form: 'Form',
  version: (version: number) => `v${version}`,
  specialty: 'Specialty',
  pathway: 'Pathway',
  sentBy: 'Sent by',
  location: 'Location',
  assignee: 'Assignee',
  outcome: 'Outcome',
  created: 'Created',
  submitted: 'Submitted',
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
  more: 'More',
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
