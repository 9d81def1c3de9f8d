import type { FontName, Style, Typeface } from '#server/documents/pdf/fonts.ts'

import { asSeen, directionOf, type Direction } from './script.ts'

/** Letters of one font, side by side. */
export type Piece = { text: string; font: FontName; width: number }

/** What stands between two spaces. `actual`: what it says, where its letters on paper do not say it by themselves. `isCut`: it goes on in the next line. */
export type Word = { text: string; pieces: Piece[]; width: number; direction: Direction; actual?: string; isCut?: boolean }

/** Shown for a letter that no font has: its place is seen, and a screen reader or a copy has the letter. */
const unknownLetter = '□'
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Spaces at which a line may break. */
const spaces = /[^\S\u00a0\u202f]+/
/** Scripts whose letters stand on paper in another order than they are written in. */
const isReordered = /[\u0900-\u109f\u1780-\u17ff]/
const isPlain = /^[\x21-\x7e\u00a0-\u02ff\u0370-\u052f\u2010-\u2027\u2030-\u205e\u20ac]*$/

/** The words of one paragraph. */
export const wordsOf = (paragraph: string, style: Style, typeface: Typeface): Word[] =>
  paragraph
    .split(spaces)
    .filter((text) => text !== '')
    .map((text) => wordOf(text, style, typeface))

export function wordOf(text: string, { size, isBold = false }: Style, typeface: Typeface): Word {
  const font = isPlain.test(text) ? typeface.fontFor(text, isBold) : undefined
  if (font)
    return { text, pieces: [pieceOf(text, font, size, typeface)], width: typeface.widthOf(text, font, size), direction: 'left to right' }
  const direction = directionOf(text)
  const seen = direction === 'right to left' ? asSeen(text) : [text]
  const pieces = seen.flatMap((stretch) => piecesOf(stretch, isBold, typeface)).map(({ text, font }) => pieceOf(text, font, size, typeface))
  const isAsWritten = direction !== 'right to left' && !isReordered.test(text) && pieces.map((piece) => piece.text).join('') === text
  const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
  return { text, pieces, width, direction, ...(!isAsWritten && { actual: text }) }
}

const pieceOf = (text: string, font: FontName, size: number, typeface: Typeface): Piece => ({
  text,
  font,
  width: typeface.widthOf(text, font, size),
})

/** Runs of letters that share a font. What no eye sees, such as the sign that asks for a coloured face, is not drawn. */
function piecesOf(stretch: string, isBold: boolean, typeface: Typeface) {
  const runs: { text: string; font: FontName }[] = []
  for (const { segment } of clusters.segment(stretch)) {
    const seen = segment.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    if (seen === '') continue
    const font = typeface.fontFor(seen, isBold)
    const next = font
      ? { text: directionOf(seen) === 'right to left' ? segment : seen, font }
      : { text: unknownLetter, font: 'wide' as const }
    const last = runs.at(-1)
    if (last?.font === next.font) last.text += next.text
    else runs.push(next)
  }
  return runs
}

/** A word too long for a line, in parts that are not. */
export function brokenWord(word: Word, width: number, style: Style, typeface: Typeface): Word[] {
  const parts: Word[] = []
  let [part, partWidth] = ['', 0]
  for (const { segment } of clusters.segment(word.text)) {
    const segmentWidth = wordOf(segment, style, typeface).width
    if (part !== '' && partWidth + segmentWidth > width) {
      parts.push({ ...wordOf(part, style, typeface), isCut: true })
      ;[part, partWidth] = ['', 0]
    }
    part += segment
    partWidth += segmentWidth
  }
  return [...parts, wordOf(part, style, typeface)]
}
