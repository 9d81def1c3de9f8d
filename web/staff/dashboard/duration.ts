import { formatCount } from '#domain/amounts.ts'

/** Hours as a person would say them: minutes below one, days from two days on. */
export function durationWords(hours: number) {
  if (hours < 1) return formatCount(Math.round(hours * 60), 'minute')
  if (hours < 48) return formatCount(Math.round(hours), 'hour')
  return formatCount(Math.round(hours / 24), 'day')
}
