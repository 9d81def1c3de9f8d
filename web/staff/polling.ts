import { ApiProblem, NoAnswer } from '#web/api/api-problem.ts'

/** Loads again automatically when the server is available again, so that nobody has to reload. */
const retryAfter = 5_000
const isAway = (error: unknown) => error instanceof NoAnswer || (error instanceof ApiProblem && error.status === 503)

type Asked<D> = { state: { data: D | undefined; error: unknown } }

export const retryWhenAvailable = ({ state: { error } }: Asked<unknown>) => isAway(error) && retryAfter

/** A refetchInterval: polls while something is in progress, and retries when the server was unavailable. */
export const pollWhile =
  <D>(isUnderway: (data: D) => boolean, every: number, otherwise: number | false = false) =>
  (asked: Asked<D>) =>
    asked.state.data !== undefined && isUnderway(asked.state.data) ? every : retryWhenAvailable(asked) || otherwise
