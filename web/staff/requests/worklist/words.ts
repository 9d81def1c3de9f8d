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
  created: 'Created',
  submitted: 'Submitted',
}

export const worklistFilterWords = {
  label: 'Filter form requests',
  search: 'Search form requests',
  searchExample: 'Name, number or pathway',
  more: 'More',
  me: 'Me',
  unassigned: 'Unassigned',
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
