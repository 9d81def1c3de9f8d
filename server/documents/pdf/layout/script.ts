import bidiFactory, { type Bidi } from 'bidi-js'

// The types declare a default export, but Node exposes the module itself.
const bidi = (bidiFactory as unknown as () => Bidi)()

/** Right-to-left letters (Hebrew, Arabic and related scripts) and the control characters for them. */
const rightToLeft = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
const rightToLeftSign = new RegExp(String.raw`[${rightToLeft}\u200f\u202b\u202e\u2067]`, 'u')

export const hasRightToLeft = (text: string) => rightToLeftSign.test(text)

/** A run of a line with one direction, from `start` to before `end` in its paragraph. */
export type Run = { start: number; end: number; level: number }
export const isRightToLeft = ({ level }: Pick<Run, 'level'>) => level % 2 === 1

/** The visual order of a paragraph, by the Unicode bidirectional algorithm (https://www.unicode.org/reports/tr9/). */
export function orderOf(paragraph: string) {
  const embedding = bidi.getEmbeddingLevels(paragraph)
  return {
    isFromRight: isRightToLeft(embedding.paragraphs[0] ?? { level: 0 }),
    /** The runs of a line from left to right. */
    runsOf(start: number, end: number): Run[] {
      const places = Array.from({ length: end - start }, (_, at) => start + at)
      // getReorderedIndices would go through the whole paragraph for each line.
      for (const [from = 0, to = 0] of bidi.getReorderSegments(paragraph, embedding, start, end - 1))
        for (const [step, place] of places
          .slice(from - start, to - start + 1)
          .reverse()
          .entries())
          places[from - start + step] = place
      const runs: Run[] = []
      for (const at of places) {
        const level = embedding.levels[at] ?? 0
        const last = runs.at(-1)
        if (last?.level === level && at === last.end) last.end++
        else if (last?.level === level && at === last.start - 1) last.start--
        else runs.push({ start: at, end: at + 1, level })
      }
      return runs
    },
  }
}
export type Order = ReturnType<typeof orderOf>

/** Joiners and marks belong to the letters around them. The font reverses the letters of a run. */
const stretches = new RegExp(String.raw`(?:(?!\p{N})[${rightToLeft}\p{M}\u200c\u200d])+|[^]`, 'gu')

/** A right-to-left text, in runs from left to right. */
export const inVisualOrder = (text: string) =>
  (text.match(stretches) ?? []).reverse().map((stretch) => (stretch.length === 1 && bidi.getMirroredCharacter(stretch)) || stretch)
