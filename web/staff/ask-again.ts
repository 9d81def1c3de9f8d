import { ApiProblem, NoAnswer } from '#web/api/api-problem.ts'

/** Loads again automatically when the server is available again, so that nobody has to reload. */
const retryAfter = 5_000
const isAway = (error: unknown) => error instanceof NoAnswer || (error instanceof ApiProblem && error.status === 503)

type Asked<D> = { state: { data: D | undefined; error: unknown } }

export const askAgainWhenBack = ({ state: { error } }: Asked<unknown>) => isAway(error) && retryAfter

/** For a query's own `refetchInterval`: every so many milliseconds as long as something is under way, and again when the house was away. */
export const askAgainWhile =
  <D>(isUnderway: (data: D) => boolean, every: number, otherwise: number | false = false) =>
  (asked: Asked<D>) =>
    asked.state.data !== undefined && isUnderway(asked.state.data) ? every : askAgainWhenBack(asked) || otherwise
