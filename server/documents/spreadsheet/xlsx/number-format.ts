/**
 * How a cell style shows a number: as a date, as a time of day, as it is ('plain'), or through a pattern of digits. A pattern is written
 * with `0` and `#` for digits and a backslash before each character that is shown as it stands: `00000000`, `\H000000`.
 */
export type NumberFormat = 'date' | 'time' | 'plain' | { digits: string }

/** Formats that every program knows by number (18.8.30), those of East Asian editions too. */
export function builtInFormat(id: number): NumberFormat {
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time'
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'plain'
}

/** Reads a format code (18.8.31). Excel allows 255 characters. */
export function readFormatCode(code: string): NumberFormat {
  const [positive = ''] = code.slice(0, 255).split(';')
  // The code without quotes, escapes, fillers, colours and locales.
  const letters = positive.replace(/"[^"]*"|\\.|[_*]./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/^general$/i.test(letters.trim())) return 'plain'
  if (!/[dmyhs]/i.test(letters)) return readDigits(code)
  // An m beside hours or seconds means minutes; mmm is always a month.
  return /[hs]/i.test(letters) && !/[dy]|mmm/i.test(letters) ? 'time' : 'date'
}

const PIECES = /"([^"]*)"|\\(.)|[_*].|\[(?:\$-[^\]]*|[a-z]+ ?\d*)\]|([0#])|([ \-+():£$€])/giu

/** Only formats that show a whole number digit by digit. Decimals, thousands, percentages, fractions and conditions stay plain. */
function readDigits(code: string): NumberFormat {
  const section = /^(?:"[^"]*"|\\.|[^";\\])*/su.exec(code.slice(0, 255))?.[0] ?? ''
  let [pattern, zeros, places, literals, end] = ['', 0, 0, 0, 0]
  for (const { 0: whole, 1: quoted, 2: escaped, 3: digit, 4: bare, index } of section.matchAll(PIECES)) {
    if (index !== end) return 'plain'
    end = index + whole.length
    if (digit === '0') zeros++
    if (digit) places++
    pattern += digit ?? ''
    for (const literal of quoted ?? escaped ?? bare ?? '') {
      if (literal === '\\') return 'plain'
      literals++
      pattern += `\\${literal}`
    }
  }
  return end === section.length && places > 0 && (zeros > 1 || literals > 0) ? { digits: pattern } : 'plain'
}

/** A number in its pattern. Undefined if the pattern would not show the whole number. */
export function showDigits(number: number, pattern: string) {
  if (!Number.isSafeInteger(number) || number < 0 || number >= 1e15) return undefined
  const pieces = pattern.match(/\\.|[0#]/gsu) ?? []
  const first = pieces.findIndex((piece) => piece === '0' || piece === '#')
  let [shown, digits] = ['', String(number)]
  for (let place = pieces.length - 1; place >= 0; place--) {
    const piece = pieces[place]!
    if (piece.startsWith('\\')) shown = piece.slice(1) + shown
    else if (place === first) shown = (digits || (piece === '0' ? '0' : '')) + shown
    else {
      shown = (digits.at(-1) ?? (piece === '0' ? '0' : '')) + shown
      digits = digits.slice(0, -1)
    }
  }
  return shown || undefined
}
