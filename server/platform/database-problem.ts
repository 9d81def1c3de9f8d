import { readOnlyCode } from './database-client.sql.ts'
import { UnsafeConnection } from './connection-checks.sql.ts'
import { fieldProblem, Problem } from './problem.ts'

/** A conflict with its message at the field. */
const taken = (field: string, message: string) => new Problem('conflict', message, [{ field, message }])

export const nhsNumberTaken = 'A patient already exists with that NHS number. If you cannot find them, ask an admin.'

const uniqueNames: Record<string, () => Problem> = {
  organisations_ods_code: () => taken('odsCode', 'An organisation already exists with that ODS Code.'),
  members_email: () => new Problem('conflict', 'A user already exists with that email address.'),
  accounts_email: () => new Problem('conflict', 'A user already exists with that email address.'),
  integration_clients_name: () => fieldProblem('name', 'An integration client already exists with that name.'),
  outcomes_name: () => fieldProblem('name', 'An outcome already exists with that name.'),
  form_request_notes_correction: () => new Problem('conflict', 'This note has already been corrected. Correct the newer note.'),
  wards_name: () => new Problem('conflict', 'A ward already exists with that name.'),
  // The database folds some letters that JavaScript does not, such as a final sigma or a dotted İ.
  series_name: () => fieldProblem('name', 'A series with this name already exists.'),
  saved_views_name: () => fieldProblem('name', 'You already have a view with this name.'),
  saved_views_shared_name: () => fieldProblem('name', 'A shared view already has this name.'),
  library_questions_name: () => fieldProblem('name', 'A question in the library already has this name.'),
  notification_templates_selected: () => new Problem('conflict', 'Someone else has just selected another template. Try again.'),
  patients_nhs_number: () => new Problem('conflict', nhsNumberTaken),
}

const checkNames: Record<string, () => Problem> = {
  organisations_sending_hours: () => fieldProblem('sendingUntil', 'The end of the sending hours must be later than the start.'),
}

type PgError = { code?: string; constraint?: string; message?: string }

const lostOnTheWay = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']

/** The SQLSTATE with which enter_organisation() in the migrations refuses an organisation that is being moved to another installation. */
const movingCode = '57PMV'

/** Whether a call or job belongs to an organisation that is being moved. All others go on. */
export const isOrganisationMoving = (error: unknown) => ((error ?? {}) as PgError).code === movingCode

/**
 * SQLSTATEs and socket errors that mean "the database is away for a moment" (PostgreSQL appendix A, classes 08, 53, 57). A server that can only
 * be read is a standby: the primary is another one, or will be in a moment.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string }
  if (code === movingCode) return false
  if (/^(08|53|57P)/.test(code) || code === readOnlyCode || lostOnTheWay.includes(code)) return true
  // Errors of the driver itself have no code. Attempts on several addresses fail as one error.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(error.message)
  )
}

/** Whether a transaction was given up for another one: a deadlock, a conflict, or a lock that did not come (SQLSTATE 40P01, 40001, 55P03). */
export const isLostToAnother = (error: unknown) => ['40001', '40P01', '55P03'].includes(((error ?? {}) as PgError).code ?? '')

/** Turns a database error into a Problem if a constraint stands for a refusal. Returns every other error unchanged. */
export function problemOfDatabase(error: unknown): unknown {
  const { code = '', constraint = '', message = '' } = (error ?? {}) as PgError
  // PostgreSQL names the index of the partition (database/partitions.ts).
  const unique = uniqueNames[constraint.replace(/_\d+$/, '')]
  if (code === '23505' && unique) return unique()
  if (code === '23514' && checkNames[constraint]) return checkNames[constraint]()
  // PostgreSQL cannot store a null byte as text, nor a lone surrogate as JSON.
  if (code === '22021' || code === '22P05' || (code === '22P02' && / type json/.test(message)))
    return fieldProblem('', 'The text contains a character that cannot be saved.')
  // PostgreSQL has no year 0, and dates have a maximum.
  if (code === '22008') return fieldProblem('', 'A date is out of range.')
  if (isLostToAnother(error)) return new Problem('unavailable', 'Someone else is making a change here. Try again.')
  if (isOrganisationMoving(error))
    return new Problem('unavailable', 'This organisation is being moved to another server. Try again in a few minutes.')
  return isDatabaseUnavailable(error) || error instanceof UnsafeConnection ? new Problem('unavailable') : error
}
