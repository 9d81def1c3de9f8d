import { ApiProblem } from '#web/api/api-problem.ts'
import { wordsOf } from '#web/api/refusal.ts'

/** A colleague has the form request. The call can be repeated to take the form request over (REQ-3). */
export const isTaken = (error: unknown): error is ApiProblem => error instanceof ApiProblem && error.body?.code === 'taken_control'

/** Names the colleague. */
export const takenWords = (error: ApiProblem) => error.body?.detail ?? wordsOf(error)
