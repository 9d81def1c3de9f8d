import { counted } from '#domain/amounts.ts'

/** Hours as a person would say them: minutes below one, days from two days on. */
export function durationWords(hours: number) {
  if (hours < 1) return counted(Math.round(hours * 60), 'minute')
  if (hours < 48) return counted(Math.round(hours), 'hour')
  return counted(Math.round(hours / 24), 'day')
}
