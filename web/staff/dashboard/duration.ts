const inWords = (count: number, unit: string) => `${count.toLocaleString('en-GB')} ${unit}${count === 1 ? '' : 's'}`

/** Hours as a person would say them: minutes below one, days from two days on. */
export function durationWords(hours: number) {
  if (hours < 1) return inWords(Math.round(hours * 60), 'minute')
  if (hours < 48) return inWords(Math.round(hours), 'hour')
  return inWords(Math.round(hours / 24), 'day')
}
