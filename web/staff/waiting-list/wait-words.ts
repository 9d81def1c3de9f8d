import { formatCount } from '#domain/amounts.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { weeksWaited } from '#domain/waiting-since.ts'

const weeksSince = (since: string) => formatCount(weeksWaited(since, dateOf(new Date())), 'week')

/** Since when a patient has been waiting, and for how many whole weeks today. */
export const waitWords = {
  label: 'Waiting since',
  weeks: weeksSince,
  since: (since: string) => `${formatDate(since)} (${weeksSince(since)})`,
}
