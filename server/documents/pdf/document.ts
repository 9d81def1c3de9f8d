/** The place of a page in a document in words, with {page} and {pages} where the numbers stand. */
export type PageNumber = string

/** A text in the language of its document, or with the tag of another one (BCP 47), which a screen reader is told. */
export type PdfText = string | { text: string; language: string }

export const plainText = (text: PdfText) => (typeof text === 'string' ? text : text.text)

/** The content of a document, without its layout. A writer of documents needs no knowledge of pages or fonts. */
export type PdfDocument = {
  /** The language of what has no other one (BCP 47), such as en-GB. */
  language: string
  title: string
  /** The head of every page: the patient and the title. Repeated in the blocks, because screen readers skip it. */
  running: { left: string[]; right: string[] }
  /** From the second page: lines to write a name and number on, so that loose sheets can be identified. */
  askedOnLaterPages?: string[]
  /** Beside the number of every page. */
  foot: string
  pageNumber: PageNumber
  blocks: PdfBlock[]
}

export type PdfBlock =
  /** 1 is the title of the document, 2 a part, 3 a question. */
  | { kind: 'heading'; level: 1 | 2 | 3; text: PdfText }
  /** `isKept`: on the same page as the next block. */
  | { kind: 'text'; text: PdfText; tone?: 'plain' | 'muted' | 'strong' | 'answer'; isKept?: boolean }
  /** A list of names with their values. */
  | { kind: 'facts'; facts: Fact[] }
  /** A list of points, or of choices to tick. */
  | { kind: 'list'; mark: 'bullet' | 'square' | 'circle'; items: PdfText[] }
  | { kind: 'space'; space: Space }

export type Fact = { name: string; value: PdfText }

/** Space to write in. `alt` is its description for screen readers. */
export type Space = { alt: string } & (
  | { kind: 'lines'; count: number; width?: number | undefined; suffix?: string | undefined }
  | { kind: 'boxes'; parts: { label: string; count: number }[] }
  | { kind: 'steps'; steps: string[]; low: string; high: string }
  /** An unanswered question. */
  | { kind: 'blank' }
)
