import { type PdfBlock, plainText, type Space } from '#server/documents/pdf/document.ts'
import type { Typeface } from '#server/documents/pdf/fonts.ts'

import { ink, langOf, textWidth, type Ink, type LaidOut, type Row } from './layout.ts'
import { bodyStyle, heightOf, inkOf, setLines, smallStyle } from './lay-out-text.ts'
import { linesOf, oneLine } from './lines.ts'
import { hasRightToLeft, orderOf } from './script.ts'

const indent = 20
const box = 11
/** Space for handwriting. */
const ruled = 24

/** Up to this number, choices stay on one page. */
const seenTogether = 12

/** Points with a bullet, or choices with a box to tick. The box is round if only one can be chosen, as on screen. */
export function listOf({ mark, items }: Extract<PdfBlock, { kind: 'list' }>, typeface: Typeface): LaidOut {
  const laid = items.map((item) => {
    const text = plainText(item)
    // The box of a text that is read from the right stands on its right.
    const isFromRight = mark !== 'bullet' && hasRightToLeft(text) && orderOf(text).isFromRight
    const setting = { gap: mark === 'bullet' ? 2 : 5, x: isFromRight ? 0 : indent, width: textWidth - indent }
    const { marks, rows } = setLines(text, bodyStyle, typeface, setting)
    const [first] = rows
    if (first && mark !== 'bullet') first.behind = [isFromRight ? boxOf(mark, textWidth - box - 1) : boxOf(mark)]
    const body = { tag: 'LBody', ...langOf(item), parts: marks }
    const bullet = first && mark === 'bullet' ? [{ tag: 'Lbl', parts: [{ row: first, ink: bulletInk(typeface) }] }] : []
    return { element: { tag: 'LI', parts: [...bullet, body] }, rows }
  })
  const rows = laid.flatMap((item) => item.rows)
  if (items.length <= seenTogether) for (const row of rows.slice(0, -1)) row.isKept = true
  return { element: { tag: 'L', parts: laid.map(({ element }) => element) }, rows }
}

const bulletInk = (typeface: Typeface) => linesOf('•', indent, bodyStyle, typeface).flatMap((line) => inkOf(line, bodyStyle, 4))

function boxOf(mark: 'square' | 'circle', x = 1, y = (heightOf(bodyStyle) - box) / 2): Ink {
  return mark === 'square'
    ? { kind: 'rectangle', x, y, width: box, height: box, colour: ink.text }
    : { kind: 'circle', x: x + box / 2, y: y + box / 2, radius: box / 2, colour: ink.text }
}

/** Space to write in. A figure, so that a screen reader announces it. */
export function spaceOf({ alt, ...space }: Space, typeface: Typeface): LaidOut {
  const { height, shapes } = shapesOf(space, typeface)
  const row: Row = { height, gap: 6 }
  return { element: { tag: 'Figure', alt, box: { width: textWidth, height }, parts: [{ row, ink: shapes }] }, rows: [row] }
}

type Shapes = { height: number; shapes: Ink[] }

function shapesOf(space: { kind: Space['kind'] } & Partial<Space>, typeface: Typeface): Shapes {
  const wanted = space as Space // only the text was removed
  if (wanted.kind === 'lines') return linesToWrite(wanted, typeface)
  if (wanted.kind === 'boxes') return boxesToFill(wanted, typeface)
  if (wanted.kind === 'steps') return stepsToCircle(wanted, typeface)
  return { height: heightOf(bodyStyle), shapes: [{ kind: 'line', x: 0, y: heightOf(bodyStyle) - 3, width: 60, colour: ink.faint }] }
}

function linesToWrite({ count, width, suffix }: Extract<Space, { kind: 'lines' }>, typeface: Typeface): Shapes {
  const length = width === undefined ? textWidth : Math.min(textWidth * 0.6, width * 14)
  const rules = Array.from({ length: count }, (_, at): Ink => ({
    kind: 'line',
    x: 0,
    y: (at + 1) * ruled - 4,
    width: length,
    colour: ink.line,
  }))
  const behind = oneLine(suffix ?? '', textWidth - length - 10, bodyStyle, typeface)
  return {
    height: count * ruled,
    shapes: [...rules, ...(suffix ? inkOf(behind, bodyStyle, length + 8, ruled - heightOf(bodyStyle) - 1) : [])],
  }
}

function boxesToFill({ parts }: Extract<Space, { kind: 'boxes' }>, typeface: Typeface): Shapes {
  const cell = 20
  const labelHeight = parts.some(({ label }) => label) ? heightOf(smallStyle) : 0
  const shapes: Ink[] = []
  let x = 0
  for (const { label, count } of parts) {
    const line = oneLine(label, 120, smallStyle, typeface)
    shapes.push(...inkOf(line, smallStyle, x))
    for (let at = 0; at < count; at++)
      shapes.push({ kind: 'rectangle', x: x + at * cell, y: labelHeight + 2, width: cell, height: cell + 4, colour: ink.line })
    x += Math.max(count * cell, line.width) + 16
  }
  return { height: labelHeight + cell + 8, shapes }
}

function stepsToCircle({ steps, low, high }: Extract<Space, { kind: 'steps' }>, typeface: Typeface): Shapes {
  const cell = textWidth / steps.length
  const shapes = steps.flatMap((step, at): Ink[] => {
    const line = oneLine(step, cell, bodyStyle, typeface)
    const middle = (at + 0.5) * cell
    return [...inkOf(line, bodyStyle, middle - line.width / 2), boxOf('circle', middle - box / 2, heightOf(bodyStyle) + 2)]
  })
  const [left, right] = [low, high].map((words) => linesOf(words, textWidth * 0.45, smallStyle, typeface)) as [
    ReturnType<typeof linesOf>,
    ReturnType<typeof linesOf>,
  ] // of two, two
  const top = heightOf(bodyStyle) + box + 8
  const ends = (lines: typeof left, isRight: boolean) =>
    lines.flatMap((line, at) => inkOf(line, smallStyle, isRight ? textWidth - line.width : 0, top + at * heightOf(smallStyle)))
  const height = top + Math.max(low ? left.length : 0, high ? right.length : 0) * heightOf(smallStyle)
  return { height, shapes: [...shapes, ...ends(left, false), ...ends(right, true)] }
}
