import LineBreaker from 'linebreak'

import type { FontName, Style, Typeface } from '#server/documents/pdf/fonts.ts'

import { inVisualOrder, hasRightToLeft } from './script.ts'

/** Letters of one font, side by side. */
export type Piece = { text: string; font: FontName; width: number }

/**
 * A part of a line that is never split, from `start` in its paragraph. `actual`: the text, where the letters differ from it. `isGlued`: no
 * space follows before the next word.
 */
export type Word = { text: string; start: number; pieces: Piece[]; width: number; actual?: string; isGlued?: boolean }

/** Shown for a letter that no font has. Screen readers and copies get the letter. */
const unknownLetter = '□'
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Spaces at which a line may be broken. */
const spaces = /[^\S\u00a0\u202f]+/
/** Scripts whose letters are reordered when drawn. */
const isReordered = /[\u0900-\u109f\u1780-\u17ff]/
const isPlain = /^[\x21-\x7e\u00a0-\u02ff\u0370-\u052f\u2010-\u2027\u2030-\u205e\u20ac]*$/

/** Replaces each run of white space by one space. */
export const withSingleSpaces = (paragraph: string) =>
  paragraph
    .split(spaces)
    .filter((text) => text !== '')
    .join(' ')

/** The words of one paragraph, and the parts of a word between which a line may break. */
export function wordsOf(paragraph: string, style: Style, typeface: Typeface): Word[] {
  const breaker = new LineBreaker(paragraph)
  const words: Word[] = []
  let start = 0
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const text = paragraph.slice(start, next.position)
    const word = text.replace(/ +$/, '')
    words.push({ ...wordOf(word, start, style, typeface), isGlued: word === text && next.position < paragraph.length })
    start = next.position
  }
  return words
}

function wordOf(text: string, start: number, { size, isBold = false }: Style, typeface: Typeface): Word {
  const font = isPlain.test(text) ? typeface.fontFor(text, isBold) : undefined
  if (font) return { text, start, pieces: [pieceOf(text, font, size, typeface)], width: typeface.widthOf(text, font, size) }
  const pieces = lettersOf(text, false, { size, isBold }, typeface)
  const isAsWritten = !hasRightToLeft(text) && !isReordered.test(text) && pieces.map((piece) => piece.text).join('') === text
  return { text, start, pieces, width: widthOf(pieces), ...(!isAsWritten && { actual: text }) }
}

const widthOf = (pieces: Piece[]) => pieces.reduce((sum, piece) => sum + piece.width, 0)

/** Letters of one direction, from left to right. */
export const lettersOf = (text: string, isFromRight: boolean, { size, isBold = false }: Omit<Style, 'colour'>, typeface: Typeface) =>
  (isFromRight ? inVisualOrder(text) : [text])
    .flatMap((stretch) => piecesOf(stretch, isBold, typeface))
    .map(({ text, font }) => pieceOf(text, font, size, typeface))

const pieceOf = (text: string, font: FontName, size: number, typeface: Typeface): Piece => ({
  text,
  font,
  width: typeface.widthOf(text, font, size),
})

/** Runs of letters with one font. Invisible characters, such as variation selectors, are not drawn. */
function piecesOf(stretch: string, isBold: boolean, typeface: Typeface) {
  const runs: { text: string; font: FontName }[] = []
  for (const { segment } of clusters.segment(stretch)) {
    const seen = segment.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    if (seen === '') continue
    const font = typeface.fontFor(seen, isBold)
    const next = font ? { text: hasRightToLeft(seen) ? segment : seen, font } : { text: unknownLetter, font: 'wide' as const }
    const last = runs.at(-1)
    if (last?.font === next.font) last.text += next.text
    else runs.push(next)
  }
  return runs
}

/** Splits a word that is too long for a line. */
export function brokenWord(word: Word, width: number, style: Style, typeface: Typeface): Word[] {
  const parts: Word[] = []
  let [from, partWidth] = [0, 0]
  for (const { segment, index } of clusters.segment(word.text)) {
    const segmentWidth = wordOf(segment, 0, style, typeface).width
    if (index > from && partWidth + segmentWidth > width) {
      parts.push({ ...wordOf(word.text.slice(from, index), word.start + from, style, typeface), isGlued: true })
      ;[from, partWidth] = [index, 0]
    }
    partWidth += segmentWidth
  }
  return [...parts, { ...wordOf(word.text.slice(from), word.start + from, style, typeface), isGlued: word.isGlued ?? false }]
}
