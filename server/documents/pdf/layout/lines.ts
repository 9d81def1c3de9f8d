import type { FontName, Style, Typeface } from '#server/documents/pdf/fonts.ts'

import { hasRightToLeft, isRightToLeft, orderOf, type Order } from './script.ts'
import { brokenWord, lettersOf, withSingleSpaces, wordsOf, type Piece, type Word } from './words.ts'

/** Letters with their position from the left. `actual`: the text, where the letters differ from it. */
export type Letters = { x: number; pieces: { text: string; font: FontName; x: number }[]; actual?: string }
/** In reading order. */
export type Line = { letters: Letters[]; width: number }

/** The maximum number of empty lines in a row. */
const mostBlank = 3

const spaceFonts = new Set<FontName>(['regular', 'bold'])

/** Breaks a text into lines. Keeps its own line breaks, up to a maximum of empty lines, and joins neighbouring spaces. */
export function linesOf(text: string, width: number, style: Style, typeface: Typeface): Line[] {
  return text
    .toWellFormed()
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .filter(
      (line, at, all) =>
        line.trim() !== '' || all.slice(Math.max(0, at - mostBlank), at).some((one) => one.trim() !== '') || at < mostBlank,
    )
    .flatMap((paragraph) => paragraphLines(paragraph, width, style, typeface))
}

/** Cuts a text to one line. */
export function oneLine(text: string, width: number, style: Style, typeface: Typeface): Line {
  const [first = { letters: [], width: 0 }, ...more] = linesOf(text, width, style, typeface)
  if (more.length === 0) return first
  const shorter = linesOf(text, width - typeface.widthOf(' …', 'regular', style.size), style, typeface)[0] ?? first
  return {
    letters: [...shorter.letters, { x: shorter.width, pieces: [{ text: '…', font: 'regular', x: 0 }] }],
    width: shorter.width + typeface.widthOf('…', 'regular', style.size),
  }
}

function paragraphLines(paragraph: string, width: number, style: Style, typeface: Typeface): Line[] {
  const text = withSingleSpaces(paragraph)
  const words = wordsOf(text, style, typeface)
  const space = typeface.widthOf(' ', style.isBold ? 'bold' : 'regular', style.size)
  const lines: Word[][] = [[]]
  let used = 0
  for (const word of words.flatMap((word) => (word.width > width ? brokenWord(word, width, style, typeface) : [word]))) {
    if (used > 0 && used + word.width > width) {
      lines.push([])
      used = 0
    }
    lines.at(-1)!.push(word) // there is always one
    used += word.width + (word.isGlued ? 0 : space)
  }
  if (!hasRightToLeft(text)) return lines.map((line) => plainLine(line, space))
  const order = orderOf(text)
  const lay = (from: number, to: number, isTurned: boolean) => lettersOf(text.slice(from, to), isTurned, style, typeface)
  return lines.map((line) => orderedLine(line, { width, space, order, lay }))
}

function plainLine(words: Word[], space: number): Line {
  let end = 0
  let x = 0
  const letters = words.map((word) => {
    const own = withSpace(word, x, placed(word.pieces, 0))
    end = x + word.width
    x = end + (word.isGlued ? 0 : space)
    return own
  })
  return { letters: mergePlain(letters), width: end }
}

type Setting = { width: number; space: number; order: Order; lay: (from: number, to: number, isTurned: boolean) => Piece[] }

/** A line with right-to-left text. A word may have several positions. */
function orderedLine(words: Word[], { width, space, order, lay }: Setting): Line {
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return { letters: [], width: 0 }
  const pieces = new Map(words.map((word) => [word, [] as Letters['pieces']]))
  let x = 0
  for (const run of order.runsOf(first.start, last.start + last.text.length)) {
    const isTurned = isRightToLeft(run)
    const within = words.filter(({ start, text }) => start < run.end && start + text.length + 1 > run.start)
    for (const word of isTurned ? within.toReversed() : within) {
      const end = word.start + word.text.length
      const hasSpace = !word.isGlued && word !== last && end >= run.start && end < run.end
      if (hasSpace && isTurned) x += space
      const [from, to] = [Math.max(word.start, run.start), Math.min(end, run.end)]
      const laid = from < to ? lay(from, to, isTurned) : []
      pieces.get(word)?.push(...placed(laid, x))
      x += laid.reduce((sum, piece) => sum + piece.width, 0)
      if (hasSpace && !isTurned) x += space
    }
  }
  const left = order.isFromRight ? width - x : 0
  return { letters: words.map((word) => withSpace(word, left, pieces.get(word) ?? [])), width: order.isFromRight ? width : x }
}

/** Pieces side by side, starting at `x`. */
function placed(pieces: Piece[], x: number): Letters['pieces'] {
  let at = x
  return pieces.map(({ text, font, width }) => {
    const piece = { text, font, x: at }
    at += width
    return piece
  })
}

/** A space follows every word, also the last of a line, so that copied or spoken lines do not run together. */
function withSpace(word: Word, x: number, pieces: Letters['pieces']): Letters {
  const after = word.isGlued ? '' : ' '
  if (word.actual !== undefined) return { x, pieces, actual: `${word.actual}${after}` }
  const last = pieces.at(-1)
  if (last) last.text += after
  return { x, pieces }
}

/** PreviousAndNext are drawn together if their font has a space of the measured width. */
function mergePlain(letters: Letters[]) {
  const merged: Letters[] = []
  for (const next of letters) {
    const last = merged.at(-1)
    const [one, other] = [last?.pieces[0], next.pieces[0]]
    const isAlike = last && !last.actual && !next.actual && last.pieces.length === 1 && next.pieces.length === 1
    if (isAlike && one && other && one.font === other.font && spaceFonts.has(one.font) && next.x > last.x) one.text += other.text
    else merged.push(next)
  }
  return merged
}
