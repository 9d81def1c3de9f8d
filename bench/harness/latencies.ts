import { build } from 'hdr-histogram-js'

/** Durations in milliseconds, as a histogram with three significant digits. */
export function collectLatencies() {
  const histogram = build({ highestTrackableValue: 600_000_000, numberOfSignificantValueDigits: 3 })
  return {
    add: (milliseconds: number) => histogram.recordValue(Math.max(1, Math.round(milliseconds * 1_000))),
    count: () => histogram.totalCount,
    /** The duration that so many of a hundred stayed within; NaN when there was none. */
    at: (percentile: number) => (histogram.totalCount === 0 ? Number.NaN : histogram.getValueAtPercentile(percentile) / 1_000),
  }
}
export type Latencies = ReturnType<typeof collectLatencies>
