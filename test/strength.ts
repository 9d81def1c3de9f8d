/**
 * `npm run test:long` sets TEST_STRENGTH=full: every random case is tried, and what is too slow for every change runs as well
 * (docs/decisions/0036-test-time.md).
 */
export const isFullStrength = process.env['TEST_STRENGTH'] === 'full'

/** How many random cases a property test tries: a tenth of them, and at least twenty, unless at full strength. */
export const runs = (full: number) => (isFullStrength ? full : Math.min(full, Math.max(20, Math.ceil(full / 10))))
