const DAY = 86_400_000
const HOUR = 3_600_000
/** Day 0 of the 1900 system for every day after its invented 29 February 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30)
const DAY_61 = Date.UTC(1900, 2, 1)

const WRITTEN = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/

/**
 * Dates and times as Excel's day numbers. A moment (with Z or an offset, or a Date) becomes the wall clock of the time zone;
 * a date without time stays the day it is.
 */
export function createSerialDates(timeZone: string) {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  const offsets = new Map<number, number>()
  const days = new Map<number, number | undefined>()

  function offsetOfHour(hour: number) {
    const known = offsets.get(hour)
    if (known !== undefined) return known
    if (offsets.size > 10_000) offsets.clear()
    const [day, month, year, h, m, s] = clock
      .format(hour * HOUR)
      .split(/\D+/)
      .map(Number)
    const offset = Date.UTC(year!, month! - 1, day, h, m, s) - hour * HOUR // the format always has six numbers
    offsets.set(hour, offset)
    return offset
  }

  // Computing the offset for each cell would take longer than writing it. Clocks change on the hour and on few days, so a day with the same
  // offset at both ends has one offset.
  function offsetAt(moment: number) {
    const day = Math.floor(moment / DAY)
    if (!days.has(day)) {
      if (days.size > 10_000) days.clear()
      const [first, last] = [offsetOfHour(day * 24), offsetOfHour(day * 24 + 23)]
      days.set(day, first === last ? first : undefined)
    }
    return days.get(day) ?? offsetOfHour(Math.floor(moment / HOUR))
  }

  return function toSerial(value: string | Date): number | undefined {
    const wall = value instanceof Date ? value.getTime() + offsetAt(value.getTime()) : toWallClock(value, offsetAt)
    return wall !== undefined && wall >= DAY_61 ? Math.round(((wall - DAY_ZERO) / DAY) * 1e10) / 1e10 : undefined
  }
}

/** The format of times from the database. Most values have it, so it is checked first. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function toWallClock(written: string, offsetAt: (moment: number) => number) {
  if (MOMENT.test(written)) {
    const moment = Math.floor(Date.parse(written) / 1_000) * 1_000
    // JavaScript would turn 30 February into a day of March.
    if (new Date(moment).getUTCDate() === Number(written.slice(8, 10))) return moment + offsetAt(moment)
  }
  const parts = WRITTEN.exec(written)
  if (!parts) return undefined
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ] // six groups
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  if (new Date(wall).getUTCDate() !== day || month > 12 || hour > 23 || minute > 59 || second > 59) return undefined
  const zone = parts[7]
  if (zone === undefined) return wall
  const moment = wall - zoneOffset(zone)
  return moment + offsetAt(moment)
}

function zoneOffset(zone: string) {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0)
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
