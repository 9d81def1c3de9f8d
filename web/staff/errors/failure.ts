import { isCancelledError } from '@tanstack/react-query'
import { isNotFound, isRedirect } from '@tanstack/react-router'

import { ApiProblem, NoAnswer } from '#web/api/api-problem.ts'
import { SignInFailed } from '#web/staff/auth/arrival.ts'
import { SignedOut } from '#web/staff/auth/open-identity.ts'

/** The code of a screen could not be loaded: the server has a newer version, or the connection is lost. */
export class ScreenNotLoaded extends Error {}

/** The code of a screen took too long to load. It may still arrive. */
export class ScreenTooSlow extends ScreenNotLoaded {}

export type Failure = 'unresolvable' | 'aborted' | 'cancelled' | 'duplicated' | 'outdated' | 'broken'

const chunkErrors = /dynamically imported module|Importing a module script failed|Unable to preload/i

/** The reason why a screen did not open (NAV-5). Only 'outdated' and 'broken' are shown to the user. */
export function failureOf(error: unknown): Failure {
  if (isNotFound(error)) return 'unresolvable'
  if (isRedirect(error)) return 'duplicated'
  if (isCancelledError(error)) return 'cancelled'
  if (error instanceof DOMException && error.name === 'AbortError') return 'aborted'
  if (error instanceof ScreenNotLoaded) return 'outdated'
  // When a later part of a screen fails to load, such as a dialog, the error is the browser's own.
  if (error instanceof Error && chunkErrors.test(error.message)) return 'outdated'
  return 'broken'
}

/** Expected failures: the user sees a message, and the program has no fault to report. */
export const isExpected = (error: unknown) =>
  [ApiProblem, NoAnswer, ScreenNotLoaded, SignInFailed, SignedOut].some((kind) => error instanceof kind)
