/** The moments that a date search allows: from `from`, before `before`. */
export type DateRange = { from?: string; before?: string }

const pattern = /^(eq|gt|ge|lt|le)?(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?)?)?$/

/**
 * A value of a date search (https://hl7.org/fhir/R4/search.html#date): a year, month, day or moment, which all are spans of time. Without a
 * time zone the span is in UTC. Undefined for anything else.
 */
export function readSearchDate(text: string): DateRange | undefined {
  const [, prefix = 'eq', year, month, day, hour, minute, second, fraction, zone] = pattern.exec(text) ?? []
  if (year === undefined || year === '0000') return undefined
  const written = `${year}-${month ?? '01'}-${day ?? '01'}T${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}${fraction ?? ''}${zone ?? 'Z'}`
  const start = new Date(written)
  if (Number.isNaN(start.getTime()) || !isRealDay(`${year}-${month ?? '01'}-${day ?? '01'}`)) return undefined
  const end = new Date(start)
  if (fraction !== undefined) end.setUTCMilliseconds(end.getUTCMilliseconds() + 10 ** (4 - fraction.length))
  else if (second !== undefined) end.setUTCSeconds(end.getUTCSeconds() + 1)
  else if (minute !== undefined) end.setUTCMinutes(end.getUTCMinutes() + 1)
  else if (day !== undefined) end.setUTCDate(end.getUTCDate() + 1)
  else if (month !== undefined) end.setUTCMonth(end.getUTCMonth() + 1)
  else end.setUTCFullYear(end.getUTCFullYear() + 1)
  const [from, before] = [start.toISOString(), end.toISOString()]
  // PostgreSQL reads no year of five digits as ISO 8601 writes it.
  if ([from, before].some((one) => one.length > 24)) return undefined
  switch (prefix) {
    case 'gt':
      return { from: before }
    case 'ge':
      return { from }
    case 'lt':
      return { before: from }
    case 'le':
      return { before }
    default:
      return { from, before }
  }
}

/** `Date` reads 31 February as 3 March. */
function isRealDay(day: string) {
  const read = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day)
}
