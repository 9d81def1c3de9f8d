/** The lines of a chart from 0 to a round number that is not below the highest value: at most five, at whole numbers. */
export const scaleLines = (highest: number): number[] => linesBetween(0, Math.max(1, highest))

/** The same from a round number that is not above the lowest value, where values may be below 0: at most six. */
export function linesBetween(lowest: number, highest: number): number[] {
  const step = roundStep((highest - lowest) / 4)
  const [first, last] = [Math.floor(lowest / step), Math.ceil(highest / step)]
  return Array.from({ length: last - first + 1 }, (_, nth) => (first + nth) * step)
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

/**
 * Which points at these positions, in per cent and ascending, have a label on the axis: the first and the last, and each between them that is
 * at least `distance` from its neighbours with one.
 */
export function spacedPoints(positions: readonly number[], distance: number): number[] {
  const last = positions.length - 1
  const kept: number[] = []
  for (const [nth, at] of positions.entries()) {
    const isClear = kept.every((other) => at - positions[other]! >= distance)
    if (nth === 0 || (isClear && (nth === last || positions[last]! - at >= distance))) kept.push(nth)
  }
  return kept
}
