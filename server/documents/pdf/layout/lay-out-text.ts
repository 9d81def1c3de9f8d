import type { Style, Typeface } from '#server/documents/pdf/fonts.ts'
import { type Fact, type PdfBlock, plainText } from '#server/documents/pdf/document.ts'

import { ink, langOf, textWidth, type Ink, type LaidOut, type Mark, type Row } from './layout.ts'
import { linesOf, type Line } from './lines.ts'

const lineHeight = 1.42
const styles = {
  1: { size: 19, isBold: true, colour: ink.text },
  2: { size: 14.5, isBold: true, colour: ink.text },
  3: { size: 11, isBold: true, colour: ink.text },
  plain: { size: 10.5, colour: ink.text },
  answer: { size: 10.5, colour: ink.text },
  strong: { size: 10.5, isBold: true, colour: ink.text },
  muted: { size: 9.5, colour: ink.muted },
} as const satisfies Record<string, Style>
const gaps = { 1: 0, 2: 20, 3: 13, plain: 5, answer: 3, strong: 5, muted: 2 } as const
const tags = { 1: 'H1', 2: 'H2', 3: 'H3' } as const

export const bodyStyle: Style = styles.plain
export const smallStyle: Style = styles.muted
export const heightOf = ({ size }: Style) => size * lineHeight

/** The glyphs of one line, on one baseline. */
export const inkOf = (line: Line, style: Style, x = 0, y = 0): Ink[] =>
  line.letters.map((letters) => ({
    kind: 'letters',
    x: x + letters.x,
    y: y + (heightOf(style) + style.size * 0.72) / 2,
    size: style.size,
    colour: style.colour,
    letters,
  }))

export function headingOf({ level, text }: Extract<PdfBlock, { kind: 'heading' }>, typeface: Typeface): LaidOut {
  const { rows, marks } = setLines(plainText(text), styles[level], typeface, { gap: gaps[level], isKept: true })
  const [first] = rows
  if (level === 2 && first) first.behind = [{ kind: 'line', x: 0, y: -6, width: textWidth, colour: ink.faint }]
  return { element: { tag: tags[level], ...langOf(text), parts: marks }, rows }
}

export function textOf({ text, tone = 'plain', isKept }: Extract<PdfBlock, { kind: 'text' }>, typeface: Typeface): LaidOut {
  const { rows, marks } = setLines(plainText(text), styles[tone], typeface, { gap: gaps[tone], isKept })
  return { element: { tag: 'P', ...langOf(text), parts: marks }, rows }
}

/** A table with names on the left, each the heading of its row for screen readers, and their values on the right. */
export function factsOf(facts: Fact[], typeface: Typeface): LaidOut {
  const nameWidth = textWidth * 0.3
  const laid = facts.map(({ name, value }, at) => {
    const names = linesOf(name, nameWidth - 12, styles.strong, typeface)
    const values = linesOf(plainText(value), textWidth - nameWidth, styles.plain, typeface)
    const rows = Array.from({ length: Math.max(names.length, values.length) }, (_, line): Row => {
      const rule: Ink[] = line === 0 ? [{ kind: 'line', x: 0, y: -2.5, width: textWidth, colour: ink.faint }] : []
      return { height: heightOf(styles.plain), gap: line > 0 ? 0 : at === 0 ? 12 : 5, behind: rule }
    })
    const cell = (lines: Line[], style: Style, x: number) => lines.map((line, at): Mark => ({ row: rows[at]!, ink: inkOf(line, style, x) }))
    const heading = { tag: 'TH', scope: 'Row' as const, parts: cell(names, styles.strong, 0) }
    const content = { tag: 'TD', ...langOf(value), parts: cell(values, styles.plain, nameWidth) }
    return { element: { tag: 'TR', parts: [heading, content] }, rows }
  })
  return { element: { tag: 'Table', parts: laid.map(({ element }) => element) }, rows: laid.flatMap(({ rows }) => rows) }
}

type Setting = { gap: number; isKept?: boolean | undefined; x?: number; width?: number }

/** A text in rows of one line each. */
export function setLines(text: string, style: Style, typeface: Typeface, { gap, isKept, x = 0, width = textWidth }: Setting) {
  const marks = linesOf(text, width, style, typeface).map((line, at): Mark => {
    return { row: { height: heightOf(style), gap: at === 0 ? gap : 0, isKept }, ink: inkOf(line, style, x) }
  })
  return { marks, rows: marks.map(({ row }) => row) }
}
