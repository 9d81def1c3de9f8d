/** What so many connections got in a while, each asking again as soon as it was answered. Milliseconds, and answers a second. */
export type Timed = { p50: number; p99: number; perSecond: number; answers: number; failures: number }

/** Time is up when everybody was answered once; a side that is too slow for that is not waited for longer than ten times as long. */
export const isTimeUp = (answers: number, connections: number, elapsed: number, milliseconds: number) =>
  elapsed >= milliseconds && (answers >= connections || (answers > 0 && elapsed >= 10 * milliseconds))
