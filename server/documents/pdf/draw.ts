import type { PageNumber, PdfDocument } from './document.ts'
import { fontFiles, type Style, type Typeface } from './fonts.ts'
import { ink, page, textWidth, type Element, type Ink, type Mark, type Row } from './layout/layout.ts'
import { inkOf } from './layout/lay-out-text.ts'
import { type Line, oneLine } from './layout/lines.ts'
import type { Place } from './layout/paginate.ts'

type Pdf = PDFKit.PDFDocument
type Pages = { places: Map<Row, Place>; pages: number }

const furniture: Style = { size: 8.5, colour: ink.muted }
const furnitureBold: Style = { ...furniture, isBold: true, colour: ink.text }

/** Draws the elements of a document onto their pages in reading order. Everything else is marked as an artifact. */
export function draw(pdf: Pdf, elements: Element[], document: PdfDocument, { places, pages }: Pages, typeface: Typeface) {
  const whole = pdf.struct('Document')
  pdf.addStructure(whole)
  drawElements(pdf, elements, whole, {
    places,
    onPage: (number) => drawFurniture(pdf, document, { number, pages }, typeface),
  })
  whole.end()
}

type Drawing = {
  places: Map<Row, Place>
  /** Draws the head and foot of a new page, counted from 1. */
  onPage: (number: number) => void
  /** For the picture among the ink. */
  picture?: PDFKit.Mixins.ImageSrc | undefined
}

/** Draws elements onto new pages, as children of a structure element. */
export function drawElements(
  pdf: Pdf,
  elements: readonly Element[],
  whole: PDFKit.PDFStructureElement,
  { places, onPage, picture }: Drawing,
) {
  let current = -1
  const drawn = new Set<Row>()
  const open = ({ row }: Mark) => {
    const place = places.get(row)!
    while (current < place.page) {
      pdf.addPage()
      current++
      asArtifact(pdf, { type: 'Pagination' }, () => onPage(current + 1))
    }
    if (row.behind && !drawn.has(row)) asArtifact(pdf, { type: 'Layout' }, () => drawInk(pdf, row.behind ?? [], place, picture))
    drawn.add(row)
    return place
  }
  const write = (element: Element, into: { add: (child: PDFKit.PDFStructureElement) => unknown }) => {
    const first = firstMark(element)
    const place = first && open(first)
    const options = {
      ...(element.alt && { alt: element.alt }),
      ...(element.lang && { lang: element.lang }),
      ...(element.scope && { scope: element.scope }),
      ...(place && boxOf(element, place)),
    }
    const node = pdf.struct(element.tag, options)
    into.add(node)
    for (const part of element.parts) {
      if ('tag' in part) {
        write(part, node)
        continue
      }
      const place = open(part)
      const content = pdf.markStructureContent(element.tag)
      drawInk(pdf, part.ink, place, picture)
      pdf.endMarkedContent()
      node.add(content)
    }
    node.end()
  }
  for (const element of elements) write(element, whole)
}

const firstMark = ({ parts: [first] }: Element): Mark | undefined => (first && 'tag' in first ? firstMark(first) : first)

/** The position of a figure, which a reader may show enlarged. */
const boxOf = ({ box }: Element, { y }: Place) =>
  box && {
    bbox: [page.left + (box.x ?? 0), page.top + y, page.left + (box.x ?? 0) + box.width, page.top + y + box.height],
    placement: 'Block',
  }

function asArtifact(pdf: Pdf, options: PDFKit.Mixins.MarkingOptions, drawing: () => void) {
  pdf.markContent('Artifact', options)
  drawing()
  pdf.endMarkedContent()
}

export function drawInk(pdf: Pdf, all: readonly Ink[], { y }: { y: number }, picture?: PDFKit.Mixins.ImageSrc) {
  for (const one of all) {
    const [left, top] = [page.left + one.x, page.top + y + one.y]
    if (one.kind === 'letters') drawLetters(pdf, one, left, top)
    else if (one.kind === 'squares') drawSquares(pdf, one, left, top)
    else if (one.kind === 'picture') {
      if (picture) pdf.image(picture, left, top, { fit: [one.width, one.height], align: 'right' })
    } else {
      pdf.lineWidth(one.kind === 'line' ? 0.6 : 0.9).strokeColor(one.colour)
      if (one.kind === 'line')
        pdf
          .moveTo(left, top)
          .lineTo(left + one.width, top)
          .stroke()
      else if (one.kind === 'circle') pdf.circle(left, top, one.radius).stroke()
      else pdf.rect(left, top, one.width, one.height).stroke()
    }
  }
}

/** As one path, so that no reader shows gaps between the squares. */
function drawSquares(pdf: Pdf, { squares, unit, colour }: Extract<Ink, { kind: 'squares' }>, left: number, top: number) {
  for (const [row, cells] of squares.entries())
    for (let from = 0; from < cells.length; from++) {
      let to = from
      while (cells[to]) to++
      if (to > from) pdf.rect(left + from * unit, top + row * unit, (to - from) * unit, unit)
      from = to
    }
  pdf.fill(colour)
}

function drawLetters(pdf: Pdf, { letters, size, colour }: Extract<Ink, { kind: 'letters' }>, left: number, top: number) {
  if (letters.actual !== undefined) pdf.markContent('Span', { actual: letters.actual })
  for (const { text, font, x } of letters.pieces)
    pdf
      .font(fontFiles[font])
      .fontSize(size)
      .fillColor(colour)
      .text(text, left + x, top, { lineBreak: false, baseline: 'alphabetic' })
  if (letters.actual !== undefined) pdf.endMarkedContent()
}

export const numberOf = (words: PageNumber, page: number, pages: number) =>
  words.replace('{page}', String(page)).replace('{pages}', String(pages))

/** The head and foot of every page. */
function drawFurniture(
  pdf: Pdf,
  { running, foot, pageNumber, askedOnLaterPages = [] }: PdfDocument,
  { number, pages }: { number: number; pages: number },
  typeface: Typeface,
) {
  const half = textWidth / 2 - 8
  const [above, below] = [36 - page.top, page.height - 40 - page.top]
  const lines = (texts: string[], isRight: boolean) =>
    texts.flatMap((text, at) => {
      const style = at === 0 ? furnitureBold : furniture
      const line = oneLine(text, half, style, typeface)
      return inkOf(line, style, isRight ? textWidth - line.width : -startOf(line), above + at * 13)
    })
  const last = oneLine(numberOf(pageNumber, number, pages), half, furniture, typeface)
  drawInk(
    pdf,
    [
      ...lines(running.left, false),
      ...lines(running.right, true),
      { kind: 'line', x: 0, y: above + 32, width: textWidth, colour: ink.line },
      ...inkOf(oneLine(foot, half, furniture, typeface), furniture, 0, below),
      ...inkOf(last, furniture, textWidth - last.width, below),
      ...(number > 1 ? linesToWriteOn(askedOnLaterPages, typeface) : []),
    ],
    { y: 0 },
  )
}

/** Where the letters of a line begin. A line that is read from the right ends at its right edge. */
const startOf = ({ letters }: Line) =>
  letters.length === 0 ? 0 : Math.min(...letters.flatMap(({ x, pieces }) => pieces.map((piece) => x + piece.x)))

/** Names side by side, each with a line to write on, below the head of the page. */
function linesToWriteOn(names: readonly string[], typeface: Typeface): Ink[] {
  const [baseline, gap, share] = [-6, 6, textWidth / names.length]
  return names.flatMap((name, at): Ink[] => {
    const label = oneLine(name, share, furniture, typeface)
    const [left, from] = [at * share, label.width + gap]
    return [
      ...inkOf(label, furniture, left, baseline - furniture.size),
      { kind: 'line', x: left + from, y: baseline, width: share - from - gap * 2, colour: ink.muted },
    ]
  })
}
