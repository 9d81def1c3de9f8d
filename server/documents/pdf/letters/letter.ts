import type { PageNumber, PdfBlock } from '#server/documents/pdf/document.ts'

/** One letter, without its layout. */
export type PdfLetter = {
  /** Of its text, such as cy (BCP 47). */
  language: string
  pageNumber: PageNumber
  /** At the foot of every page, so that loose pages can be put in order. */
  reference: string
  /** One line above the address, for letters that come back. */
  returnTo: string
  /** The name, then the address. */
  addressee: string[]
  sender: { name: string; lines: string[] }
  blocks: LetterBlock[]
}

export type LetterBlock =
  | Extract<PdfBlock, { kind: 'heading' | 'text' | 'list' }>
  /** Numbered steps beside a QR code, with a code to type. */
  | { kind: 'steps'; steps: LetterStep[]; qr: { alt: string; label: string; content: string } }

/** `shown`: printed large below the step. */
export type LetterStep = { text: string; shown?: string }

/** What all letters of a file have in common. `language`: of the letters without another one (BCP 47). `picture`: a data URL of a PNG or JPEG picture. */
export type LetterFile = { title: string; language: string; isTwoSided: boolean; picture?: string }
