import { describe, expect, test } from 'vitest'

import { labelledPoints, linesBetween, scaleLines, spacedPoints } from './chart-scale.ts'

describe('The scale of a chart', () => {
  test('its lines are at round whole numbers up to the highest value (REP-2)', () => {
    expect(scaleLines(0)).toEqual([0, 1])
    expect(scaleLines(1)).toEqual([0, 1])
    expect(scaleLines(3)).toEqual([0, 1, 2, 3])
    expect(scaleLines(7)).toEqual([0, 2, 4, 6, 8])
    expect(scaleLines(37)).toEqual([0, 10, 20, 30, 40])
    expect(scaleLines(41)).toEqual([0, 20, 40, 60])
    expect(scaleLines(1_204)).toEqual([0, 500, 1_000, 1_500])
    for (let highest = 0; highest < 5_000; highest++) {
      const lines = scaleLines(highest)
      expect(lines.length).toBeLessThanOrEqual(5)
      expect(lines.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(lines.at(-2)).toBeLessThanOrEqual(highest)
    }
  })

  test('values below 0 move its first line below them (REP-2)', () => {
    expect(linesBetween(0, 27)).toEqual([0, 10, 20, 30])
    expect(linesBetween(-3, 5)).toEqual([-4, -2, 0, 2, 4, 6])
    expect(linesBetween(-40, 0)).toEqual([-40, -30, -20, -10, 0])
    expect(linesBetween(0, 0.5)).toEqual([0, 1])
  })

  test('points that are close together share a label, and the last one has its own unless it is close to the first (REP-2)', () => {
    expect(spacedPoints([50], 20)).toEqual([0])
    expect(spacedPoints([3, 10, 30, 60, 90, 97], 20)).toEqual([0, 2, 3, 5])
    expect(spacedPoints([3, 12, 97], 20)).toEqual([0, 2])
    expect(spacedPoints([3, 97], 20)).toEqual([0, 1])
  })

  test('labels are at equal distances and never more than fit (REP-2)', () => {
    expect(labelledPoints(1, 6)).toEqual([0])
    expect(labelledPoints(7, 6)).toEqual([0, 2, 4, 6])
    expect(labelledPoints(30, 6)).toEqual([0, 6, 12, 18, 24])
    for (let points = 1; points <= 62; points++) expect(labelledPoints(points, 6).length).toBeLessThanOrEqual(6)
  })
})
