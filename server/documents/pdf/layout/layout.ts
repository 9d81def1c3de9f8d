import type { PdfText } from '#server/documents/pdf/document.ts'

import type { Letters } from './lines.ts'

/** A4, in points. The margins are those that printers cannot print. */
export const page = { width: 595.28, height: 841.89, left: 56, right: 56, top: 92, bottom: 62 }
export const textWidth = page.width - page.left - page.right
export const textHeight = page.height - page.top - page.bottom

export const ink = { text: '#1d2530', muted: '#4a5563', line: '#6b7684', faint: '#c3cad3' }

/** A drawing, from the left edge of the text and the top of its row. */
export type Ink =
  | { kind: 'letters'; x: number; y: number; size: number; colour: string; letters: Letters }
  | { kind: 'rectangle'; x: number; y: number; width: number; height: number; colour: string }
  | { kind: 'circle'; x: number; y: number; radius: number; colour: string }
  | { kind: 'line'; x: number; y: number; width: number; colour: string }
  /** Filled squares of a matrix, such as a QR code, each `unit` wide. */
  | { kind: 'squares'; x: number; y: number; unit: number; squares: readonly (readonly boolean[])[]; colour: string }
  /** A picture in the name that the writer of the document gave it. */
  | { kind: 'picture'; x: number; y: number; width: number; height: number }

/**
 * A strip across the page that is never split. `gap` is the space above it, except at the top of a page. `isKept`: on the same page as the
 * next row.
 */
export type Row = { height: number; gap: number; isKept?: boolean | undefined; behind?: Ink[] }
/** The part of an element that is drawn in one row. */
export type Mark = { row: Row; ink: Ink[] }
/** An element of the document's structure (ISO 32000-1, 14.8.4), its parts in reading order. */
export type Element = {
  tag: string
  /** Where it differs from the language of the document. */
  lang?: string
  alt?: string
  scope?: 'Row'
  box?: { x?: number; width: number; height: number }
  parts: (Element | Mark)[]
}
export type LaidOut = { element: Element; rows: Row[] }

/** The language of an element with this text. */
export const langOf = (text: PdfText) => (typeof text === 'string' ? {} : { lang: text.language })
