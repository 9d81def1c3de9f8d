/** What so many connections got in a while, each asking again as soon as it was answered. Milliseconds, and answers a second. */
export type Timed = { p50: number; p99: number; perSecond: number; failures: number }
