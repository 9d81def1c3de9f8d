import { formatCount } from '#domain/amounts.ts'

export const idleWarningWords = {
  title: 'Are you still there?',
  active: 'You are active again, so you stay signed in.',
  inactive: 'You’ve been inactive. To keep patients’ details safe, we will sign you out in',
  seconds: (seconds: number) => `${formatCount(seconds, 'second')}.`,
  kept: 'We keep your unsaved changes.',
  announcement: (seconds: number) => `You will be signed out in less than ${seconds} seconds.`,
  stay: 'Stay signed in',
  signOut: 'Sign out now',
}
