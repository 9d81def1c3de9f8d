/** The lines of a chart from 0 to a round number that is not below the highest value: at most five, at whole numbers. */
export function scaleLines(highest: number): number[] {
  const step = roundStep(Math.max(1, highest) / 4)
  return Array.from({ length: Math.ceil(Math.max(1, highest) / step) + 1 }, (_, nth) => nth * step)
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is not below a number. */
function roundStep(least: number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return [1, 2, 5, 10].map((one) => one * power).find((step) => step >= least) ?? 10 * power
}

/** Which of so many points have a label on the axis: the first, and at most `most` at equal distances. */
export function labelledPoints(points: number, most: number): number[] {
  const distance = Math.max(1, Math.ceil((points - 1) / (most - 1)))
  return Array.from({ length: points }, (_, nth) => nth).filter((nth) => nth % distance === 0)
}
