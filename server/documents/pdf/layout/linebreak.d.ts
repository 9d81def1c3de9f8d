/** The library has no types of its own. */
declare module 'linebreak' {
  /** The places at which a text may be broken into lines (https://www.unicode.org/reports/tr14/). */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}
