import type { FontName, Style, Typeface } from '#server/documents/pdf/fonts.ts'

import { isReadFromRight, visualOrder } from './script.ts'
import { brokenWord, wordsOf, type Word } from './words.ts'

/** Letters with their place from the line's left end. `actual`: what they say, where the letters themselves do not. */
export type Letters = { x: number; pieces: { text: string; font: FontName; x: number }[]; actual?: string }
/** In the order in which it is read. */
export type Line = { letters: Letters[]; width: number }

/** So many empty lines stand beside each other at most. */
const mostBlank = 3

const spaceFonts = new Set<FontName>(['regular', 'bold'])

/** The lines of a text, as wide as they may be. Its own line breaks are kept, but for empty pages; spaces beside each other become one. */
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

/** As much of a text as one line holds. */
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
  const words = wordsOf(paragraph, style, typeface)
  const space = typeface.widthOf(' ', style.isBold ? 'bold' : 'regular', style.size)
  const isFromRight = isReadFromRight(words)
  const lines: Word[][] = [[]]
  let used = 0
  for (const word of words.flatMap((word) => (word.width > width ? brokenWord(word, width, style, typeface) : [word]))) {
    if (used > 0 && used + space + word.width > width) {
      lines.push([])
      used = 0
    }
    lines.at(-1)!.push(word) // there is always one
    used += (used > 0 ? space : 0) + word.width
  }
  return lines.map((line) => lineOf(line, { width, space, isFromRight }))
}

type Setting = { width: number; space: number; isFromRight: boolean }

function lineOf(words: Word[], { width, space, isFromRight }: Setting): Line {
  const total = words.reduce((sum, word) => sum + word.width, 0) + space * Math.max(0, words.length - 1)
  const places: number[] = []
  let x = isFromRight ? width - total : 0
  for (const at of visualOrder(words, isFromRight)) {
    places[at] = x
    x += words[at]!.width + space // visualOrder names each word once
  }
  const letters = words.map((word, at) => lettersOf(word, places[at]!))
  return { letters: mergePlain(letters), width: isFromRight ? width : total }
}

/** Every word is followed by a space, the last of a line too: copied or read aloud, lines do not run together. */
function lettersOf(word: Word, x: number): Letters {
  let at = 0
  const pieces = word.pieces.map(({ text, font, width }) => {
    const piece = { text, font, x: at }
    at += width
    return piece
  })
  const after = word.isCut ? '' : ' '
  if (word.actual !== undefined) return { x, pieces, actual: `${word.actual}${after}` }
  const last = pieces.at(-1)
  if (last) last.text += after
  return { x, pieces }
}

/** Neighbours are drawn as one, if in a font whose space is as wide as was reckoned. */
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
