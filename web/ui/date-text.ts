export type DateText = { day: string; month: string; year: string }

/** A date in the form is one string: 2026-09-01 when complete, 2026--1 when incomplete, '' when empty. */
export function splitDate(value: string): DateText {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

export const joinDate = ({ day, month, year }: DateText) => (day || month || year ? `${year}-${month}-${day}` : '')

export function padDate(value: string) {
  const { day, month, year } = splitDate(value)
  const two = (part: string) => (part ? part.padStart(2, '0') : '')
  return joinDate({ day: two(day), month: two(month), year })
}
