type Result = { value: number | null; band: string | null; answered: number; outOf: number }

/** The value of a score as text, or how many counted questions were answered, or that none was asked. */
export function scoreText({ value, answered, outOf }: Pick<Result, 'value' | 'answered' | 'outOf'>) {
  if (value !== null) return String(value)
  return outOf === 0 ? 'Not asked' : `Not complete (${answered} of ${outOf} answered)`
}

/** The value of a score as text with the label of its band. */
export const scoreWords = (result: Result) => (result.band === null ? scoreText(result) : `${scoreText(result)}, ${result.band}`)
