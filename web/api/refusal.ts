import type { FieldProblem, ProblemBody } from '#contract/problems.ts'

import { clockOffsetInWords } from '#domain/amounts.ts'

import { ApiProblem, NoAnswer, type Silence } from './api-problem.ts'
import type { Action, refusalWords, RefusalWords } from './refusal-words.ts'

export const somethingWentWrong = 'Something went wrong, please try again.'

const silences: Record<Silence, string> = {
  offline: 'You are offline. Nothing was lost: try again when you are connected.',
  timeout: 'The answer took too long, so we stopped waiting. Please try again.',
  unreachable: 'Formward cannot be reached at the moment. Please try again.',
}

/** What any action may meet, whatever it is. */
const everywhere: RefusalWords = {
  413: 'That is too large to be sent.',
  415: 'A file of that type cannot be sent here.',
  428: 'Confirm that it is you, then try again.',
  429: 'That was tried too often in a short time. Please wait a minute and try again.',
  503: 'Formward is busy at the moment. Please try again in a minute.',
}

let catalogue: typeof refusalWords | undefined

/** Loads the catalogue with the first refused call, because most visits need none. Without it the general words are shown. */
export async function loadRefusalWords() {
  catalogue ??= await import('./refusal-words.ts').then(
    (file) => file.refusalWords,
    () => undefined,
  )
}

/** The statuses whose cause only the server knows: its message is preferred to the catalogue's. */
const toldByServer = new Set([400, 409, 503])

/** A refusal in words, for the person: by resource group, action and status (specification section 8). */
export function wordsOf(error: unknown, action?: Action): string {
  if (error instanceof NoAnswer) return silences[error.reason]
  if (!(error instanceof ApiProblem)) return somethingWentWrong
  const { status, body } = error
  if (body?.code === 'wrong_clock') return wrongClockWords(body)
  if (body?.code === 'not_signed_in') return 'You have been signed out. Sign in again.'
  if (body?.detail && toldByServer.has(status)) return body.detail
  const words: RefusalWords | undefined = catalogue?.[action ?? (error.action as Action)] // every call carries an action of the contract
  return words?.[status] ?? everywhere[status] ?? somethingWentWrong
}

/** The server says by how much the clock is off; another program between us and it may have dropped the figure. */
export const wrongClockWords = ({ clockOffsetSeconds }: Pick<ProblemBody, 'clockOffsetSeconds'>) =>
  clockOffsetSeconds === undefined
    ? 'This computer’s clock is wrong. Set the right date and time, then try again.'
    : `This computer’s clock is ${clockOffsetInWords(clockOffsetSeconds)}. Set the right date and time, then try again.`

/** The messages for each field, by the name of the field in the request. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const problems: FieldProblem[] = error instanceof ApiProblem ? (error.body?.errors ?? []) : []
  // The first problem of a field is the one shown (specification section 5).
  return Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message]))
}

/** Whether the messages belong to fields. */
export const isAboutFields = (error: unknown) => Object.keys(fieldErrorsOf(error)).length > 0

export const isStatus = (error: unknown, status: number) => error instanceof ApiProblem && error.status === status
