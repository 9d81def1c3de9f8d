/** What a document says, without a word about where on which page it stands: whoever writes one knows neither paper nor fonts. */
export type PdfDocument = {
  title: string
  /** On every page, above what is read: whose paper this is and what it is about. Said again in the blocks, as no screen reader reads it. */
  running: { left: string[]; right: string[] }
  /** From the second page on: what is to be written by pen above what is read, so that a loose sheet can be told. */
  askedOnLaterPages?: string[]
  /** On every page, beside its number. */
  foot: string
  blocks: PdfBlock[]
}

export type PdfBlock =
  /** 1 is the document's title, 2 a part of it, 3 a question. */
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  /** `isKept`: stays on the page with what follows. */
  | { kind: 'text'; text: string; tone?: 'plain' | 'muted' | 'strong' | 'answer'; isKept?: boolean }
  /** What is true of something, line by line: a name and its value. */
  | { kind: 'facts'; facts: Fact[] }
  /** Points to read, or to tick. */
  | { kind: 'list'; mark: 'bullet' | 'square' | 'circle'; items: string[] }
  | { kind: 'space'; space: Space }

export type Fact = { name: string; value: string }

/** Room left free for a pen. `alt` says it to who cannot see it. */
export type Space = { alt: string } & (
  | { kind: 'lines'; count: number; width?: number | undefined; suffix?: string | undefined }
  | { kind: 'boxes'; parts: { label: string; count: number }[] }
  | { kind: 'steps'; steps: string[]; low: string; high: string }
  /** Nothing was written here. */
  | { kind: 'blank' }
)
