import type { Question } from './definition.ts'
import { isAsked } from './path.ts'

/** Estimates, not measurements: PHQ-9 with its ten short questions takes two to three minutes. */
const secondsPerAnswer = 15
const secondsPerLongText = 45
const wordsPerSecond = 4

/**
 * Whole minutes in which a patient can answer all questions, at least 1. An estimate: a question that only some patients see counts as any
 * other, so most patients need less.
 */
export function minutesToAnswer(questions: readonly Question[]) {
  const seconds = questions.reduce((sum, question) => sum + secondsFor(question), 0)
  return Math.max(1, Math.round(seconds / 60))
}

const secondsFor = (question: Question) =>
  isAsked(question) ? (question.long ? secondsPerLongText : secondsPerAnswer) : wordsIn(question.body ?? '') / wordsPerSecond

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length
