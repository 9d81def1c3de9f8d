const dayMs = 86_400_000

const at = (year: number, month: number, day: number) => Date.UTC(year, month - 1, day)
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
/** 0 is Sunday. */
const weekdayOf = (time: number) => new Date(time).getUTCDay()
const mondayFrom = (time: number) => time + ((8 - weekdayOf(time)) % 7) * dayMs

/** Easter Sunday: https://en.wikipedia.org/wiki/Date_of_Easter#Anonymous_Gregorian_algorithm */
function easterOf(year: number) {
  const [goldenNumber, century, yearOfCentury] = [year % 19, Math.floor(year / 100), year % 100]
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * goldenNumber + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - moon - (yearOfCentury % 4)) % 7
  const late = Math.floor((goldenNumber + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return at(year, Math.floor(days / 31), (days % 31) + 1)
}

/** Days that were proclaimed, and the holidays that they replaced: https://www.gov.uk/bank-holidays */
const proclaimed: Record<number, { added: string[]; removed: string[] }> = {
  2020: { added: ['2020-05-08'], removed: ['2020-05-04'] }, // 75 years after the end of the war in Europe
  2022: { added: ['2022-06-02', '2022-06-03', '2022-09-19'], removed: ['2022-05-30'] }, // Platinum Jubilee; funeral of the Queen
  2023: { added: ['2023-05-08'], removed: [] }, // coronation of the King
}

const known = new Map<number, ReadonlySet<string>>()

/** The bank holidays of England and Wales in a year, as ISO days, without days that are proclaimed after this was written. */
export function bankHolidaysOf(year: number): ReadonlySet<string> {
  let days = known.get(year)
  if (!days) known.set(year, (days = new Set(compute(year))))
  return days
}

function compute(year: number) {
  const easter = easterOf(year)
  const newYear = at(year, 1, 1)
  const isWeekend = (time: number) => [0, 6].includes(weekdayOf(time))
  const christmas = at(year, 12, 25)
  const weekdayOfChristmas = weekdayOf(christmas)
  const { added, removed } = proclaimed[year] ?? { added: [], removed: [] }
  const days = [
    isWeekend(newYear) ? mondayFrom(newYear) : newYear,
    easter - 2 * dayMs,
    easter + dayMs,
    mondayFrom(at(year, 5, 1)),
    mondayFrom(at(year, 5, 25)),
    mondayFrom(at(year, 8, 25)),
    // Two days, moved to the next days that are neither at the weekend nor the other one's.
    weekdayOfChristmas === 6 || weekdayOfChristmas === 0 ? at(year, 12, 27) : christmas,
    weekdayOfChristmas === 5 || weekdayOfChristmas === 6 ? at(year, 12, 28) : at(year, 12, 26),
  ].map(iso)
  return [...days.filter((day) => !removed.includes(day)), ...added].toSorted()
}

/** Whether an ISO day is a bank holiday in England, by the rules or because it was `proclaimedLater`. */
export const isBankHoliday = (day: string, proclaimedLater: readonly string[] = []) =>
  bankHolidaysOf(Number(day.slice(0, 4))).has(day) || proclaimedLater.includes(day)
