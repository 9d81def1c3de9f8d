import type { FieldProblem } from '#contract/problems.ts'

import { ApiProblem, NoAnswer, type Silence } from './api-problem.ts'
import { refusalWords, type Action, type RefusalWords } from './refusal-words.ts'

export const somethingWentWrong = 'Something went wrong, please try again.'

const silences: Record<Silence, string> = {
  offline: 'You are offline. Nothing was lost: try again when you are connected.',
  timeout: 'The answer took too long, so we stopped waiting. Please try again.',
  unreachable: 'Formward cannot be reached at the moment. Please try again.',
}

/** What any action may meet, whatever it is. */
const everywhere: RefusalWords = {
  413: 'That is too large to be sent.',
  428: 'Please confirm that it is you first.',
  429: 'That was tried too often in a short time. Please wait a minute and try again.',
  503: 'Formward is busy at the moment. Please try again in a minute.',
}

/** The statuses whose cause only the server knows: its words go before the catalogue's. */
const toldByServer = new Set([400, 409])

/** A refusal in words, for the person: by resource group, action and status (specification section 8). */
export function wordsOf(error: unknown, action?: Action): string {
  if (error instanceof NoAnswer) return silences[error.reason]
  if (!(error instanceof ApiProblem)) return somethingWentWrong
  const { status, body } = error
  if (body?.detail && toldByServer.has(status)) return body.detail
  const words: RefusalWords | undefined = refusalWords[action ?? (error.action as Action)] // every call carries an action of the contract
  return words?.[status] ?? everywhere[status] ?? somethingWentWrong
}

/** The words to stand beside each field, by the field's name as it was sent. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const problems: FieldProblem[] = error instanceof ApiProblem ? (error.body?.errors ?? []) : []
  // The first problem of a field is the one shown (specification section 5).
  return Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message]))
}

export const isStatus = (error: unknown, status: number) => error instanceof ApiProblem && error.status === status
