type Result = { value: number | null; band: string | null; answered: number; outOf: number }

/** A score in words: a sum that is not whole says so, and how far it came; where nothing was asked that counts, there is no score. */
export function scoreText({ value, answered, outOf }: Pick<Result, 'value' | 'answered' | 'outOf'>) {
  if (value !== null) return String(value)
  return outOf === 0 ? 'Not asked' : `Not complete (${answered} of ${outOf} answered)`
}

/** With the author's words for where it lies, where there are any. */
export const scoreWords = (result: Result) => (result.band === null ? scoreText(result) : `${scoreText(result)}, ${result.band}`)
