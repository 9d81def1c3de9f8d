/** Excel's limit. Excel offers to repair a file with longer text. */
const LONGEST = 32_767

// eslint-disable-next-line no-control-regex -- the characters that XML 1.0 cannot hold are the point
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu
const SPECIAL = /[\0-\x08\x0b-\x1f\ufffe\uffff&<>\ud800-\udfff]|_x/
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes text for XML that Excel opens without a repair. Removes characters that XML cannot hold, and keeps a literal `_x000D_`. */
export function safeText(text: string) {
  if (text.length <= LONGEST && !SPECIAL.test(text)) return text
  const writable = text.replace(/\r\n?/g, '\n').replace(UNWRITABLE, '').slice(0, LONGEST)
  return writable
    .replace(/[\ud800-\udbff]$/, '') // half of a surrogate pair at the cut
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (character) => escapes[character]!) // the pattern matches only these three
}

export function safeAttribute(text: string) {
  return safeText(text).replaceAll('"', '&quot;')
}

/**
 * Text that a spreadsheet would run as a formula once the cell is edited (OWASP, CSV injection; full-width characters in Japanese
 * editions).
 */
export function looksLikeFormula(text: string) {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text)
}
