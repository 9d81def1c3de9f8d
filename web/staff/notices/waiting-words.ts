import type { WaitingWork } from '#contract/notices.ts'

/** Beside the navigation, so part of the first load. */
export const waitingWords = {
  bell: (unread: number) => (unread === 0 ? 'Notices' : `Notices, ${unread} new`),
  work: ({ toReview, urgent }: WaitingWork) => `To review: ${toReview} yours, ${urgent} urgent`,
}
