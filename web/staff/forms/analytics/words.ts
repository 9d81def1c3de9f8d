import { minGroupSize } from '#domain/form/form.ts'

export const analyticsWords = {
  people: 'People',
  page: 'Page',
  step: 'Step',
  allVersions: 'All versions',
  version: (version: number) => `Version ${version}`,
  empty: { title: 'No data yet', text: 'Analytics appear here after the form is sent to patients.' },
  completion: 'Completion',
  formRequests: 'Form requests',
  dropOff: {
    title: 'Drop-off',
    description: 'People who opened the form but have not submitted it, by the next unanswered page. Some may still finish.',
    empty: { title: 'No drop-off', text: 'Everyone who opened the form has submitted it.' },
  },
  questions: `Results from submitted forms. Free-text answers are under Submissions. Results from fewer than ${minGroupSize} people are hidden to protect identities.`,
  submitted: 'Submitted',
  opened: 'Opened',
  sent: 'Sent',
  questionsLabel: 'Questions',
  versionLabel: 'Version',
}

export const questionFigureWords = {
  answer: 'Answer',
  answered: (count: string) => `Answered by ${count}`,
  empty: (count: string) => `left empty by ${count}`,
  notAsked: (count: string) => `not shown to ${count}`,
  hidden: {
    'too few': 'Too few answers to show results.',
    identifying: 'Results are hidden because the answers could identify patients.',
    'not countable': '',
  },
  answersTo: (title: string) => `Answers to ${title}`,
  maximum: 'Maximum',
  median: 'Median',
  minimum: 'Minimum',
}
