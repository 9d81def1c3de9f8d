import { formatCount } from '#domain/amounts.ts'

export const scoreWords = {
  description: 'Calculated from the answers. Bands are set by the form’s author and are not a diagnosis.',
  seriesDescription: (form: string) => `${form}. Bands are set by the form’s author and are not a diagnosis.`,
  noBand: 'No band',
  empty: { title: 'No scores yet', text: 'Scores appear here when the patient completes a scored form.' },
  overTime: (score: string) => `${score} over time`,
  latestFirst: (score: string) => `${score}, latest first`,
  columns: { calculation: 'Calculation', redFlags: 'Red flags' },
  version: 'Version',
  band: 'Band',
  score: 'Score',
  submitted: 'Submitted',
  scores: 'Scores',
}

export const redFlagWords = {
  urgent: 'This form request is urgent.',
  raised: (count: number) => `The answers raised ${count === 1 ? 'a red flag' : formatCount(count, 'red flag')}:`,
  several: (count: number) => formatCount(count, 'red flag'),
  madeUrgent: 'The answers made this form request urgent.',
  alerted: (moment: string) => `The answers were not read in time. An alert was sent on ${moment}.`,
  firstRead: (name: string, moment: string) => `First read by ${name} on ${moment}.`,
}
