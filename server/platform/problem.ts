import { problems, type FieldProblem, type ProblemBody, type ProblemCode } from '#contract/problems.ts'

import type { AuthenticationError } from './authentication-challenge.ts'

/** Extension members for programs (RFC 9457 section 3.2). */
type Extensions = Pick<ProblemBody, 'clockOffsetSeconds' | 'retryAfterSeconds' | 'candidates'>

/** An expected refusal. platform/http.ts turns it into an RFC 9457 response. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: string | undefined
  readonly errors: FieldProblem[] | undefined
  readonly extensions: Extensions | undefined
  /** For `not_signed_in`: what is wrong with the token or the proof. */
  readonly authenticationError: AuthenticationError | undefined

  /**
   * @param detail text for the user, without personal data; @param errors the fields with a message; @param extensions members for
   * programs
   */
  constructor(
    code: ProblemCode,
    detail?: string,
    errors?: FieldProblem[],
    extensions?: Extensions,
    authenticationError?: AuthenticationError,
  ) {
    super(code)
    this.code = code
    this.detail = detail
    this.errors = errors
    this.extensions = extensions
    this.authenticationError = authenticationError
  }

  get status() {
    return problems[this.code]
  }

  toBody(): ProblemBody {
    return {
      type: 'about:blank',
      status: this.status,
      code: this.code,
      title: this.code.replaceAll('_', ' '),
      ...(this.detail !== undefined && { detail: this.detail }),
      ...(this.errors && { errors: this.errors }),
      ...this.extensions,
    }
  }
}

/** The refusal of one field, with the message for that field. */
export const fieldProblem = (field: string, message: string) => new Problem('invalid_request', undefined, [{ field, message }])

/** The refusal of a token or of its proof. */
export const notAccepted = (error: AuthenticationError) => new Problem('not_signed_in', undefined, undefined, undefined, error)
