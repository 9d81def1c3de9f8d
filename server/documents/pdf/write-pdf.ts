import PdfKit from 'pdfkit'

import type { PdfBlock, PdfDocument } from './document.ts'
import { draw } from './draw.ts'
import { fontFiles, openTypeface, type Typeface } from './fonts.ts'
import { listOf, spaceOf } from './layout/lay-out-controls.ts'
import { factsOf, headingOf, textOf } from './layout/lay-out-text.ts'
import type { LaidOut } from './layout/layout.ts'
import { paginate } from './layout/paginate.ts'

/** The library's types know only PDF/A. */
type Subset = PDFKit.Mixins.PDFSubsets

/** A tagged PDF on A4 paper. Its first page is added by the layout. */
export const pdfOptions = (title: string, language: string): PDFKit.PDFDocumentOptions => ({
  size: 'A4',
  margin: 0,
  autoFirstPage: false,
  font: fontFiles.regular,
  pdfVersion: '1.7',
  subset: 'PDF/UA' as Subset, // see above
  tagged: true,
  displayTitle: true,
  lang: language,
  info: { Title: title, Creator: 'Formward', Producer: 'Formward' },
})

/**
 * Writes a document as tagged PDF and returns its bytes as they are written. The whole layout comes first, because every page shows the
 * number of pages.
 */
export function writePdf(document: PdfDocument, hand: (bytes: Uint8Array) => void) {
  const pdf = new PdfKit(pdfOptions(document.title, document.language))
  pdf.on('data', hand)
  const typeface = openTypeface(pdf)
  const laid = document.blocks.map((block) => layOut(block, typeface))
  const { places, pages } = paginate(laid.flatMap(({ rows }) => rows))
  draw(
    pdf,
    laid.map(({ element }) => element),
    document,
    { places, pages },
    typeface,
  )
  pdf.end()
  return pdf
}

function layOut(block: PdfBlock, typeface: Typeface): LaidOut {
  switch (block.kind) {
    case 'heading':
      return headingOf(block, typeface)
    case 'text':
      return textOf(block, typeface)
    case 'facts':
      return factsOf(block.facts, typeface)
    case 'list':
      return listOf(block, typeface)
    case 'space':
      return spaceOf(block.space, typeface)
  }
}
