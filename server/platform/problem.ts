import { problems, type FieldProblem, type ProblemBody, type ProblemCode } from '#contract/problems.ts'

/** An expected refusal. Throw it anywhere; the HTTP door turns it into a response. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly detail: string | undefined
  readonly errors: FieldProblem[] | undefined

  /** @param detail words for the person, never holding personal data; @param errors the fields to blame */
  constructor(code: ProblemCode, detail?: string, errors?: FieldProblem[]) {
    super(code)
    this.code = code
    this.detail = detail
    this.errors = errors
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
    }
  }
}

/** The refusal of one field of a form, with the words that stand next to it. */
export const fieldProblem = (field: string, message: string) => new Problem('invalid_request', undefined, [{ field, message }])
