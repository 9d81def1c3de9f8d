/** A count with its noun: '1 row', '2,000 rows'. */
export const formatCount = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const count = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`

/** A clock's offset as text: 400 is "7 minutes fast", -90,000 is "1 day slow". */
export function clockOffsetInWords(seconds: number) {
  const size = Math.abs(seconds)
  const amount =
    size < 2 * hour
      ? count(Math.round(size / minute), 'minute')
      : size < day
        ? count(Math.round(size / hour), 'hour')
        : count(Math.round(size / day), 'day')
  return `${amount} ${seconds > 0 ? 'fast' : 'slow'}`
}
