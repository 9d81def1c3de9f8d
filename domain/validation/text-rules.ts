import { asText, type Rule } from './rule.ts'

// Control characters, the two separators that also end a line (U+2028, U+2029), and those that turn the direction of all that follows.
// Nobody sees them, and they break lists, logs and messages, or make one name look like another. Joiners are letters' business and stay.
const inOneLine = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const inLines = /(?![\t\n\r])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** For a field of one line: no line breaks, tabs or other characters that nobody sees. */
export const oneLine: Rule = (value) =>
  inOneLine.test(asText(value)) ? '{field} must not contain line breaks, tabs or hidden characters.' : undefined

/** For a field of several lines: of the characters that nobody sees only line breaks and tabs. */
export const lines: Rule = (value) =>
  inLines.test(asText(value)) ? '{field} must not contain hidden characters. Paste it as plain text.' : undefined
