import type { ProblemBody } from '#contract/problems.ts'

/** The server said no. */
export class ApiProblem extends Error {
  readonly status: number
  readonly action: string
  /** Missing where something between us and the server answered in its place. */
  readonly body: ProblemBody | undefined

  constructor(status: number, action: string, body?: ProblemBody) {
    super(body?.code ?? `status ${status}`)
    this.name = 'ApiProblem'
    this.status = status
    this.action = action
    this.body = body
  }
}

export type Silence = 'offline' | 'timeout' | 'unreachable'

/** No response from the server. */
export class NoAnswer extends Error {
  readonly reason: Silence
  readonly action: string

  constructor(reason: Silence, action: string) {
    super(reason)
    this.name = 'NoAnswer'
    this.reason = reason
    this.action = action
  }
}

/** What a call can fail with. */
export type ApiError = ApiProblem | NoAnswer
