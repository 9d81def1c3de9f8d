import PdfKit from 'pdfkit'

import { drawElements, drawInk, numberOf } from '#server/documents/pdf/draw.ts'
import { openTypeface, type Style, type Typeface } from '#server/documents/pdf/fonts.ts'
import { inkOf } from '#server/documents/pdf/layout/lay-out-text.ts'
import { ink, page, textWidth } from '#server/documents/pdf/layout/layout.ts'
import { oneLine } from '#server/documents/pdf/layout/lines.ts'
import { pdfOptions } from '#server/documents/pdf/write-pdf.ts'

import { layOutLetter } from './lay-out-letter.ts'
import type { LetterFile, PdfLetter } from './letter.ts'

type Pdf = PDFKit.PDFDocument

/**
 * Begins a tagged PDF of many letters. `add` writes one letter and returns the number of its pages; a page is handed on as soon as the next one
 * begins, so the memory does not grow with the letters. `end` finishes the file.
 */
export function beginLetters({ title, language, isTwoSided, picture }: LetterFile, hand: (bytes: Uint8Array) => void) {
  const pdf: Pdf = new PdfKit(pdfOptions(title, language))
  pdf.on('data', hand)
  const typeface = openTypeface(pdf)
  const whole = pdf.struct('Document')
  pdf.addStructure(whole)
  return {
    add: (letter: PdfLetter): number => {
      const { elements, places, pages } = layOutLetter(letter, typeface, picture !== undefined)
      const part = pdf.struct('Part', letter.language === language ? {} : { lang: letter.language })
      whole.add(part)
      drawElements(pdf, elements, part, {
        places,
        picture,
        onPage: (number) => drawFoot(pdf, letter, { number, pages }, typeface),
      })
      part.end()
      // The next letter begins on a new sheet.
      if (isTwoSided && pages % 2 === 1) pdf.addPage()
      return pages
    },
    end: () => {
      whole.end()
      pdf.end()
      return pdf
    },
  }
}

const footStyle: Style = { size: 8, colour: ink.muted }

function drawFoot(
  pdf: Pdf,
  { reference, pageNumber }: PdfLetter,
  { number, pages }: { number: number; pages: number },
  typeface: Typeface,
) {
  const y = page.height - 40 - page.top
  const right = oneLine(numberOf(pageNumber, number, pages), textWidth / 2, footStyle, typeface)
  drawInk(
    pdf,
    [
      ...inkOf(oneLine(reference, textWidth / 2, footStyle, typeface), footStyle, 0, y),
      ...inkOf(right, footStyle, textWidth - right.width, y),
    ],
    { y: 0 },
  )
}
