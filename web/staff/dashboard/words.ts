import type { WorklistName } from '#domain/worklists.ts'

export const dashboardWords = {
  createFormRequest: 'Create form request',
  myWork: 'My work',
  organisation: 'The organisation',
  byStatus: { title: 'By status', description: 'All form requests', caption: 'Form requests by status', status: 'Status' },
  formRequests: 'Form requests',
  responses: {
    title: 'Responses, last 30 days',
    since: (day: string) => `Since ${day}`,
    medianTime: 'Median time to complete',
    fromSending: 'From sending to submitting',
    noneCompleted: 'No form requests completed',
    rate: 'Response rate by method',
    method: 'Sent by',
    answered: 'Answered',
    answeredOf: (method: string, answered: string, sent: string) => `${method}: ${answered} of ${sent} answered`,
    noneSent: 'No form requests sent.',
  },
  trends: {
    title: 'Form requests, last 30 days',
    created: 'Form requests created',
    completed: 'Form requests completed',
    day: 'Day',
  },
}

export const tileWords: Record<WorklistName, { label: string; note: string }> = {
  toReview: { label: 'Answers to review', note: 'Completed and assigned to me' },
  myOpen: { label: 'Waiting for the patient', note: 'Open and assigned to me' },
  myUrgent: { label: 'My urgent form requests', note: 'Assigned to me' },
  urgent: { label: 'Urgent', note: 'Open or completed' },
  unassigned: { label: 'Completed, no reviewer', note: 'Not assigned to a user' },
  notReached: { label: 'Not reached', note: 'Last message failed' },
}

export const firstStepsWords = {
  title: 'No form requests yet',
  description: 'Follow these steps to start.',
  form: { title: 'Build a form', text: 'Write the questions and publish them as the first version.', action: 'Create form' },
  patients: { title: 'Add patients', text: 'Add a patient here. An import adds new patients automatically.', action: 'Create patient' },
  send: { title: 'Send the form', text: 'Send to one or more patients, now or on a later day.', action: 'Create form request' },
  import: {
    title: 'Or import a list',
    text: 'Fill in the spreadsheet template. Every row is checked before anything is sent.',
    action: 'Import form requests',
  },
}
