import { formatCount } from '#domain/amounts.ts'

export const noticeWords = {
  title: 'Notices',
  description: 'What was new for you in the last 14 days, and urgent answers that have no reviewer.',
  label: 'Notices',
  new: 'New',
  columns: { what: 'What', about: 'About', when: 'When' },
  waiting: {
    toReview: 'To review, assigned to you',
    urgent: 'Urgent, to review',
    unassigned: 'Completed, no reviewer',
  },
  assigned: (by: string | null, count: number) => `${by ?? 'A system'} assigned ${formatCount(count, 'form request')} to you`,
  answered: 'Answers arrived',
  urgent: 'Answers arrived, no reviewer',
  about: (patient: string, form: string) => `${patient}, ${form}`,
  import: 'Import completed',
  export: (isFailed: boolean) => (isFailed ? 'Export failed' : 'Export ready to download'),
  bulkChange: (isStopped: boolean) => (isStopped ? 'Bulk change stopped' : 'Bulk change completed'),
  empty: {
    title: 'Nothing new',
    text: 'We tell you here when form requests are assigned to you or answered, when urgent answers have no reviewer, and when a job that you started has ended.',
  },
}

export const dailyEmailWords = {
  label: 'Email me every morning',
  hint: 'Says how many completed form requests wait, without naming patients. No email is sent when nothing waits.',
}
