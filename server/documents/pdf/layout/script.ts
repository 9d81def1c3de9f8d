/** Letters that are read from right to left: Hebrew, Arabic and their neighbours. */
const rightToLeft = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
const isRightToLeft = new RegExp(`[${rightToLeft}]`, 'u')
const isLeftToRight = new RegExp(`(?![${rightToLeft}])\\p{L}`, 'u')
/** Joiners belong to the letters around them. */
const stretches = new RegExp(`(?:(?!\\p{N})[${rightToLeft}\\p{M}\u200c\u200d])+|[\\p{N}\\p{Script=Latin}.,:/-]+|[^]`, 'gu')

export type Direction = 'right to left' | 'left to right' | 'neither'

/** Which way a word is read. Figures and signs alone go with what is around them. */
export function directionOf(word: string): Direction {
  if (isRightToLeft.test(word.replace(/\p{N}/gu, ''))) return 'right to left'
  return isLeftToRight.test(word) ? 'left to right' : 'neither'
}

/** Which way a paragraph is read: as its first word that is read either way. */
export const isReadFromRight = (words: { direction: Direction }[]) =>
  words.find(({ direction }) => direction !== 'neither')?.direction === 'right to left'

const mirrored = new Map([...'()', ...'[]', ...'{}', ...'<>', ...'«»'].map((sign, at, all) => [sign, all[at ^ 1]!])) // they come in pairs

/** A word read from right to left, in stretches as they stand on paper from left to right: a font turns the letters of each around by itself. */
export function asSeen(word: string) {
  const found = (word.match(stretches) ?? []).flatMap(withoutEnd)
  return found.reverse().map((stretch) => mirrored.get(stretch) ?? stretch)
}

/** Signs within figures and Latin letters belong to them; those behind them each stand for themselves. */
function withoutEnd(stretch: string) {
  let end = stretch.length
  while (end > 0 && '.,:/-'.includes(stretch[end - 1]!)) end--
  return [...(end > 0 ? [stretch.slice(0, end)] : []), ...stretch.slice(end)]
}

/**
 * The order in which the words of a line stand on paper from left to right: the Unicode bidirectional algorithm
 * (https://www.unicode.org/reports/tr9/) for two levels, word by word.
 */
export function visualOrder(words: { direction: Direction }[], isFromRight: boolean): number[] {
  const against = isFromRight ? 'left to right' : 'right to left'
  const order: number[] = []
  for (let at = 0; at < words.length; at++) {
    let last = at
    if (words[at]!.direction === against)
      for (let next = at; next < words.length && isFor(against, words[next]!); next++) if (words[next]!.direction === against) last = next
    const stretch = Array.from({ length: last - at + 1 }, (_, step) => at + step)
    order.push(...stretch.reverse())
    at = last
  }
  return isFromRight ? order.reverse() : order
}

const isFor = (wanted: Direction, { direction }: { direction: Direction }) => direction === wanted || direction === 'neither'
