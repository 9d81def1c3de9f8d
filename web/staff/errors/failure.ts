import { isCancelledError } from '@tanstack/react-query'
import { isNotFound, isRedirect } from '@tanstack/react-router'

import { ApiProblem, NoAnswer } from '#web/api/api-problem.ts'
import { SignInFailed } from '#web/staff/auth/arrival.ts'
import { SignedOut } from '#web/staff/auth/open-identity.ts'

/** The code of a screen did not come: the version that it belongs to is gone from the server, or the connection is. */
export class ScreenNotLoaded extends Error {}

/** The code of a screen took longer than anybody should wait: it may still come. */
export class ScreenTooSlow extends ScreenNotLoaded {}

export type Failure = 'unresolvable' | 'aborted' | 'cancelled' | 'duplicated' | 'outdated' | 'broken'

const chunkWords = /dynamically imported module|Importing a module script failed|Unable to preload/i

/** What kept a screen from opening (NAV-5). Only the last two are worth a person's attention. */
export function failureOf(error: unknown): Failure {
  if (isNotFound(error)) return 'unresolvable'
  if (isRedirect(error)) return 'duplicated'
  if (isCancelledError(error)) return 'cancelled'
  if (error instanceof DOMException && error.name === 'AbortError') return 'aborted'
  if (error instanceof ScreenNotLoaded) return 'outdated'
  // What a screen brings later, such as a dialog, has the browser's own words for it.
  if (error instanceof Error && chunkWords.test(error.message)) return 'outdated'
  return 'broken'
}

/** Failures that were foreseen: the person reads what happened, and nobody has anything to mend. */
export const isInWords = (error: unknown) =>
  [ApiProblem, NoAnswer, ScreenNotLoaded, SignInFailed, SignedOut].some((kind) => error instanceof kind)
