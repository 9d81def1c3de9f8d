import { fieldProblem, Problem } from './problem.ts'

/** Said as it is, next to the field that is to blame. */
const taken = (field: string, message: string) => new Problem('conflict', message, [{ field, message }])

export const nhsNumberTaken = 'A patient already exists with that NHS number. If you cannot find them, ask an admin.'

const uniqueNames: Record<string, () => Problem> = {
  organisations_ods_code: () => taken('odsCode', 'An organisation already exists with that ODS Code.'),
  members_email: () => new Problem('conflict', 'A user already exists with that email address.'),
  accounts_email: () => new Problem('conflict', 'A user already exists with that email address.'),
  wards_name: () => new Problem('conflict', 'A ward already exists with that name.'),
  // Two spellings may be one name to the database only: a final sigma, a dotted İ.
  saved_views_name: () => fieldProblem('name', 'You already have a view with this name.'),
  notification_templates_selected: () => new Problem('conflict', 'Someone else has just selected another template. Try again.'),
  patients_nhs_number: () => new Problem('conflict', nhsNumberTaken),
}

const checkNames: Record<string, () => Problem> = {
  organisations_sending_hours: () => fieldProblem('sendingUntil', 'The end of the sending hours must be later than the start.'),
}

type PgError = { code?: string; constraint?: string; message?: string }

const lostOnTheWay = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']

/** SQLSTATEs and socket errors that mean "the database is away for a moment" (PostgreSQL appendix A, classes 08, 53, 57). */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string }
  if (/^(08|53|57P)/.test(code) || lostOnTheWay.includes(code)) return true
  // What the driver says by itself has no code; several addresses tried at once fail as one.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return error instanceof Error && /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(error.message)
}

/** What a database error means to a person: a refusal where a constraint stands for one, otherwise the bug it is. */
export function problemOfDatabase(error: unknown): unknown {
  const { code = '', constraint = '', message = '' } = (error ?? {}) as PgError
  if (code === '23505' && uniqueNames[constraint]) return uniqueNames[constraint]()
  // Those who run the system may name any organisation, also one that is not there.
  if (code === '23503' && constraint.endsWith('_organisation_id_fkey')) return new Problem('not_found')
  if (code === '23514' && checkNames[constraint]) return checkNames[constraint]()
  // A null byte cannot be text in PostgreSQL, nor a lone surrogate JSON.
  if (code === '22021' || code === '22P05' || (code === '22P02' && / type json/.test(message)))
    return fieldProblem('', 'The text contains a character that cannot be saved.')
  // Its calendar has no year 0, and ends.
  if (code === '22008') return fieldProblem('', 'A date is out of range.')
  if (code === '40001' || code === '40P01' || code === '55P03')
    return new Problem('unavailable', 'Someone else is making a change here. Try again.')
  return isDatabaseUnavailable(error) ? new Problem('unavailable') : error
}
