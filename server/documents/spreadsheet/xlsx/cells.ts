import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'

import { showDigits, type NumberFormat } from './number-format.ts'

/** A time is a number whose format shows a time of day. An error without a name is a formula that was never calculated. */
export type Cell = string | number | boolean | { date: string } | { time: number } | { error: string } | null

/** What cells refer to: shared texts, formats, and the date system. */
export type CellTables = { strings: readonly string[]; formats: readonly NumberFormat[]; is1904: boolean }

/** A cell as in the file (ECMA-376 part 1, 18.3.1.4). `value` is undefined if nothing was calculated or typed. */
export type WrittenCell = { kind: string; style: number; value: string | undefined; hasFormula: boolean }

const DAY = 86_400_000
const FIRST_DAY = Date.UTC(1899, 11, 31)
const LAST_DAY = Date.UTC(9999, 11, 31)

/** A `<v/>` without content is no value either: the caller passes undefined for it. */
export function toCell({ kind, style, value, hasFormula }: WrittenCell, tables: CellTables): Cell {
  if (value === undefined) return hasFormula ? { error: '' } : null
  if (kind === 's') return getString(tables.strings, Number(value))
  if (kind === 'inlineStr' || kind === 'str') return decodeEscapes(value)
  if (kind === 'b') return value === '1' || value === 'true'
  if (kind === 'e') return { error: wellFormed(value) }
  if (kind === 'd') return toWrittenDate(value)
  return toNumberOrDate(value, tables.formats[style] ?? 'plain', tables.is1904)
}

/** Excel writes characters that XML lacks as `_x000D_`. */
export function decodeEscapes(text: string) {
  if (!text.includes('_x')) return wellFormed(text)
  return wellFormed(text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))))
}

/** A lone surrogate becomes U+FFFD, and a null character is removed: PostgreSQL cannot store either as text. */
const wellFormed = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()

function getString(strings: readonly string[], place: number) {
  const text = strings[place]
  if (text === undefined) throw new SpreadsheetRefusal('corrupt')
  return text
}

function toNumberOrDate(value: string, format: NumberFormat, is1904: boolean): Cell {
  const number = Number(value)
  if (Number.isNaN(number)) return wellFormed(value)
  if (format === 'date') return toDate(number, is1904)
  if (!Number.isFinite(number)) return { error: '#NUM!' }
  if (format === 'time') return { time: number }
  // A number becomes text only if its format adds something: leading zeros, letters or spaces.
  const shown = format === 'plain' ? undefined : showDigits(number, format.digits)
  return shown === undefined || shown === String(number) ? number : shown
}

/**
 * Day numbers become calendar days in UTC, on both sides of the 29 February 1900 that Excel invented: no time zone can move a date of birth.
 * That day itself, number 60, is given as every program shows it (ECMA-376 part 1, 18.17.4.1): no calendar has it, and no other day is meant.
 */
function toDate(serial: number, is1904: boolean): Cell {
  if (!is1904 && Math.floor(serial) === 60) return { date: '1900-02-29' }
  const dayZero = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  const time = dayZero + Math.round(serial * 86_400) * 1000
  if (!(time >= FIRST_DAY && time < LAST_DAY + DAY)) return { error: '#####' } // as Excel shows it
  const written = new Date(time).toISOString()
  return { date: time % DAY === 0 ? written.slice(0, 10) : written.slice(0, 19) }
}

function toWrittenDate(value: string): Cell {
  const [, day, time = '00:00', second = '00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d))?.*)?$/.exec(value) ?? []
  if (day === undefined || Number.isNaN(Date.parse(`${day}T${time}:${second}Z`))) return wellFormed(value)
  return { date: time === '00:00' && second === '00' ? day : `${day}T${time}:${second}` }
}
