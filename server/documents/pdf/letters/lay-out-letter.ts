import { encode } from 'uqr'

import type { Style, Typeface } from '#server/documents/pdf/fonts.ts'
import { headingOf, bodyStyle, heightOf, inkOf, setLines, smallStyle, textOf } from '#server/documents/pdf/layout/lay-out-text.ts'
import { listOf } from '#server/documents/pdf/layout/lay-out-controls.ts'
import { ink, page, textWidth, type Element, type Ink, type LaidOut, type Mark, type Row } from '#server/documents/pdf/layout/layout.ts'
import { linesOf, oneLine, type Line } from '#server/documents/pdf/layout/lines.ts'
import { paginate, type Place } from '#server/documents/pdf/layout/paginate.ts'

import type { LetterBlock, PdfLetter } from './letter.ts'

/** Millimetres in points. */
const mm = (length: number) => (length * 72) / 25.4

/**
 * The window of a DL envelope (BS 4264): 90 mm by 35 mm, 20 mm from the left edge of the folded sheet. Text keeps some millimetres off its edges,
 * because the sheet moves in the envelope.
 */
const address = { x: mm(23) - page.left, top: mm(46), width: mm(84), height: mm(31) }
/** Beside the window. */
const senderBox = { x: mm(122) - page.left, top: mm(12), bottom: mm(88), width: page.width - page.right - mm(122), picture: mm(16) }
/** Below the window. */
const bodyTop = mm(93) - page.top

const returnSizes = [7, 6.5, 6]
const returnStyle = (size: number): Style => ({ size, colour: ink.muted })
const senderStyles = { name: { size: 11, isBold: true, colour: ink.text }, line: { size: 9, colour: ink.text } } satisfies Record<
  string,
  Style
>
const codeStyle: Style = { size: 17, isBold: true, colour: ink.text }

export type LaidOutLetter = { elements: Element[]; places: Map<Row, Place>; pages: number }

/** Places sender, address and text of a letter on its pages. */
export function layOutLetter({ returnTo, addressee, sender, blocks }: PdfLetter, typeface: Typeface, hasPicture: boolean): LaidOutLetter {
  const body = blocks.map((block) => layOut(block, typeface))
  const { places, pages } = paginate(
    body.flatMap(({ rows }) => rows),
    bodyTop,
  )
  const head = [senderOf(sender, typeface, hasPicture), addressOf(returnTo, addressee, typeface)]
  for (const { rows } of head) for (const { row, y } of rows) places.set(row, { page: 0, y: y - page.top })
  return { elements: [...head.map(({ element }) => element), ...body.map(({ element }) => element)], places, pages }
}

type Placed = { element: Element; rows: { row: Row; y: number }[] }

/** Lines below each other at a fixed place. `leading` is the distance of the lines in relation to their size. */
function placedLines(lines: { line: Line; style: Style }[], { x, top }: { x: number; top: number }, leading: number) {
  let y = top
  return lines.map(({ line, style }) => {
    const row: Row = { height: style.size * leading, gap: 0 }
    const placed = { mark: { row, ink: inkOf(line, style, x) }, row, y: y - (heightOf(style) - style.size * leading) / 2 }
    y += style.size * leading
    return placed
  })
}

function senderOf({ name, lines }: PdfLetter['sender'], typeface: Typeface, hasPicture: boolean): Placed {
  const { x, width } = senderBox
  const top = senderBox.top + (hasPicture ? senderBox.picture + mm(3) : 0)
  const style = (size: number): Style => ({ ...senderStyles.line, size })
  const set = (size: number) => [
    ...linesOf(name, width, senderStyles.name, typeface).map((line) => ({ line, style: senderStyles.name })),
    ...lines.flatMap((text) => linesOf(text, width, style(size), typeface)).map((line) => ({ line, style: style(size) })),
  ]
  const fits = (set: { style: Style }[]) => set.reduce((sum, { style }) => sum + style.size * senderLeading, 0) <= senderBox.bottom - top
  const chosen = [9, 8, 7].map(set).find(fits) ?? set(7)
  // What is too long for any size is cut: the letter itself says how to answer.
  while (!fits(chosen)) chosen.pop()
  const placed = placedLines(chosen, { x, top }, senderLeading)
  const first = placed[0]?.row
  if (hasPicture && first) first.behind = [{ kind: 'picture', x, y: senderBox.top - top, width, height: senderBox.picture }]
  return { element: { tag: 'P', parts: placed.map(({ mark }) => mark) }, rows: placed }
}
const senderLeading = 1.3

const addressSizes = [10.5, 9.5, 8.5, 7.5, 6.5]
const addressLeading = 1.22

/** One line if it fits, else two small ones. */
function returnLines(returnTo: string, typeface: Typeface) {
  const set = (size: number) =>
    linesOf(returnTo, address.width, returnStyle(size), typeface).map((line) => ({ line, style: returnStyle(size) }))
  return (returnSizes.map(set).find((lines) => lines.length === 1) ?? set(6)).slice(0, 2)
}

/** As large as the window allows. A line that is too long even in the smallest size is cut, so that the postcode always shows. */
function addressOf(returnTo: string, addressee: string[], typeface: Typeface): Placed {
  const { x, width, height } = address
  const above = placedLines(returnLines(returnTo, typeface), { x, top: address.top }, addressLeading)
  const top = address.top + above.reduce((sum, { row }) => sum + row.height, 0) + mm(1.5)
  const style = (size: number): Style => ({ ...bodyStyle, size })
  const set = (size: number) =>
    addressee.flatMap((text) => linesOf(text, width, style(size), typeface)).map((line) => ({ line, style: style(size) }))
  const fits = (lines: { style: Style }[]) =>
    lines.reduce((sum, { style }) => sum + style.size * addressLeading, 0) <= address.top + height - top
  const smallest = addressSizes.at(-1)! // the list is not empty
  const cut = () => addressee.map((text) => ({ line: oneLine(text, width, style(smallest), typeface), style: style(smallest) }))
  const placed = placedLines(addressSizes.map(set).find(fits) ?? cut(), { x, top }, addressLeading)
  const parts = [above, placed].map((rows): Element => ({ tag: 'P', parts: rows.map(({ mark }) => mark) }))
  return { element: { tag: 'Div', parts }, rows: [...above, ...placed] }
}

function layOut(block: LetterBlock, typeface: Typeface): LaidOut {
  switch (block.kind) {
    case 'heading': {
      const laid = headingOf(block, typeface)
      const [first] = laid.rows
      if (first && block.level === 1) first.gap = 10 // it stands below the salutation, not at the top of the page
      return laid
    }
    case 'text':
      return textOf(block, typeface)
    case 'list':
      return listOf(block, typeface)
    case 'steps':
      return stepsOf(block, typeface)
  }
}

const qrSide = mm(32)
const quiet = 4 // light squares around a QR code (ISO/IEC 18004, 9.1)
const indent = 18

/** Steps on the left and the QR code on the right, together on one page. */
function stepsOf({ steps, qr }: Extract<LetterBlock, { kind: 'steps' }>, typeface: Typeface): LaidOut {
  const width = textWidth - qrSide - mm(8)
  const items = steps.map(({ text, shown }, at) => {
    const said = setLines(text, bodyStyle, typeface, { gap: at === 0 ? 8 : 6, isKept: true, x: indent, width: width - indent })
    const large =
      shown === undefined ? undefined : setLines(shown, codeStyle, typeface, { gap: 2, isKept: true, x: indent, width: width - indent })
    const [first] = said.rows
    const label: Mark[] = first ? [{ row: first, ink: inkOf(oneLine(`${at + 1}.`, indent, bodyStyle, typeface), bodyStyle) }] : []
    const body: Element = { tag: 'LBody', parts: [...said.marks, ...(large?.marks ?? [])] }
    return {
      element: { tag: 'LI', parts: [{ tag: 'Lbl', parts: label }, body] } satisfies Element,
      rows: [...said.rows, ...(large?.rows ?? [])],
    }
  })
  const rows = items.flatMap((item) => item.rows)
  const caption = linesOf(qr.label, qrSide, smallStyle, typeface)
  const captionTop = qrSide + 2
  const height = captionTop + caption.length * heightOf(smallStyle)
  const used = rows.reduce((sum, row, at) => sum + row.height + (at === 0 ? 0 : row.gap), 0)
  const rest: Row = { height: Math.max(1, height - used), gap: 0 }
  const [first = rest] = rows
  const x = textWidth - qrSide
  const squares = encode(qr.content, { ecc: 'M', border: 0 }).data
  const unit = qrSide / (squares.length + quiet * 2)
  const drawing: Ink[] = [{ kind: 'squares', x: x + quiet * unit, y: quiet * unit, unit, squares, colour: '#000000' }]
  const words = caption.flatMap((line, at) =>
    inkOf(line, smallStyle, x + (qrSide - line.width) / 2, captionTop + at * heightOf(smallStyle)),
  )
  const figure: Element = { tag: 'Figure', alt: qr.alt, box: { x, width: qrSide, height: qrSide }, parts: [{ row: first, ink: drawing }] }
  return {
    element: {
      tag: 'Div',
      parts: [{ tag: 'L', parts: items.map(({ element }) => element) }, figure, { tag: 'P', parts: [{ row: first, ink: words }] }],
    },
    rows: [...rows, rest],
  }
}
